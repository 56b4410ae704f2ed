export * from '../../../core/src/db/database-down.ts'

/** Gives up at the first failure. */
export const outlast = <T>(work: () => Promise<T>): Promise<T> => work()
