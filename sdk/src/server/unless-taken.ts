/** SQLSTATE of a broken unique index. */
const uniqueViolation = '23505'

/**
 * Waits for a statement that may break a unique index. Drivers and query builders wrap the database's error, so it is
 * looked for in the whole chain of causes.
 * @param refused makes the refusal that is thrown instead: `(because) => refusal('ERR_BOT_EXISTS', {}, because)`
 * @throws what `refused` makes where a unique index is broken; any other error as it is
 */
export async function unlessTaken<T>(work: PromiseLike<T>, refused: (because: ErrorOptions) => Error): Promise<T> {
  try {
    return await work
  } catch (error) {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      if ('code' in cause && cause.code === uniqueViolation) throw refused({ cause: error })
    throw error
  }
}
