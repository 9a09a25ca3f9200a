// How a run is set up. The engine calls
//   __bonsai_start(int count, char **words, char **environment)
// and the words say what the program under test gets, one or more words each, in this order of meaning:
//   name NAME           argv[0]
//   word TEXT           a concrete argument
//   arg N               a symbolic argument of at most N bytes                            (--sym-arg N)
//   args MIN MAX N      MIN to MAX such arguments, as many as the path decides            (--sym-args)
//   files N SIZE        symbolic files A, B, … of SIZE bytes                              (--sym-files)
//   stdin SIZE          symbolic standard input of SIZE bytes                             (--sym-stdin)
//   stdout              standard output is a symbolic file: its stat is symbolic          (--sym-stdout)
//   env NAME SIZE       a symbolic environment variable of at most SIZE bytes             (--sym-env)
//   setenv NAME=VALUE   a concrete one (the host's environment is not passed on)
//   fail N              up to N system calls or allocations fail                          (--fail)
//   fs DIR              the current directory: a folder of the host, read only            (--fs)
//   input FILE          concrete standard input: content of a host file (default: empty)
//
// Names of the symbolic inputs, in the order they are made, as KLEE's users know them: "n_args" (4 bytes, one per
// `args`), "arg00", "arg01", … (N + 1 bytes each, the last one 0), "A_data", "A_data_stat" (a struct stat), …, "stdin", "stdin_stat", "stdout",
// "stdout_stat", "env_NAME", "fail" (4 bytes each: 0, or the errno of this call).
#pragma once
