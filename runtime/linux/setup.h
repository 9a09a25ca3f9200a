// How a run is set up. The engine calls
//   __bonsai_start(int count, char **words, char **environment)
// which does not return: it ends in exit. words[0] is the program's name, as ever. `environment` is not used:
// the host's environment is not passed on. The words say what the program under test gets, one or more words
// each:
//   name NAME           argv[0]
//   word TEXT           a concrete argument
//   arg N               a symbolic argument of at most N bytes                            (--sym-arg N)
//   args MIN MAX N      MIN to MAX such arguments, as many as the path decides            (--sym-args)
//   files N SIZE        symbolic files A, B, … of SIZE bytes in the current directory     (--sym-files)
//   stdin SIZE          symbolic standard input of SIZE bytes, a regular file             (--sym-stdin)
//   stdout              accepted for KLEE's users, without effect: see below              (--sym-stdout)
//   env NAME SIZE       a symbolic environment variable of at most SIZE bytes             (--sym-env)
//   setenv NAME=VALUE   a concrete one
//   fail N              up to N system calls or allocations fail: fail.h                  (--fail)
//   fs DIR              the current directory: a folder of the host, read only            (--fs)
//   fuzz N              most bytes of input for LLVMFuzzerTestOneInput                    (--fuzz-size)
//   unpin KIND          the clock, pid, user, tty, host, random or cpus are symbolic     (--sym-clock …)
//   input FILE          concrete standard input: content of a host file (default: /dev/null)
// Numbers are decimal. DIR and FILE are absolute; DIR has no symbolic links in it, and no slash at its end
// unless it is "/". FILE may lie outside of DIR. The words must stay in memory as long as the program runs.
//
// Names of the symbolic inputs, as KLEE's users know them: "n_args" (4 bytes, one per `args`), "arg00",
// "arg01", … (N + 1 bytes each), "A_data", "B_data", …, "stdin", "env_NAME" (SIZE + 1 bytes), "fail" (4 bytes
// each: 0, or the errno of this call; made when the call is). All but "fail" are made before main, in the
// order of the words; `args` makes its n_args first. Of an argument or variable, the program sees the bytes
// before the first NUL, and never the last byte: it is overwritten with NUL.
//
// KLEE also makes fields of stat symbolic ("A_data_stat", "stdin_stat", "stdout_stat"). The model does not: a
// test of a whole program is its arguments, files, standard input and environment, and a native run cannot be
// given a file with an arbitrary device, owner or time.
#pragma once
