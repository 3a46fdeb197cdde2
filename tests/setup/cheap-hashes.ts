/** The cost of password hashes in test shops: the real one takes a tenth of the processor time of all tests. */
export const cheapHashes = { memory: 64, passes: 1, parallelism: 1 }
