// A small client of the SQLite amalgamation, for the points-to analysis of all that it reaches.
// -DSQLITE_SOURCE says where sqlite3.c is.
#include SQLITE_SOURCE

static int row(void *context, int columns, char **values, char **names) {
  *(int *)context += columns + (values[0] != names[0]);
  return 0;
}

int main(int argc, char **argv) {
  sqlite3 *database;
  char *error = 0;
  int seen = 0;
  if (sqlite3_open(argc > 1 ? argv[1] : ":memory:", &database))
    return 1;
  sqlite3_exec(database, "create table t(a, b); insert into t values(1, 2); select * from t;", row,
               &seen, &error);
  sqlite3_free(error);
  return sqlite3_close(database);
}
