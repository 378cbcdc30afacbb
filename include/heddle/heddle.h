// What a program under test includes.
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H
#endif
