/** The cost of password hashes in test shops: with the real one, hashing takes a tenth of the processor time of all tests. */
export const cheapHashes = { memory: 64, passes: 1, parallelism: 1 }
