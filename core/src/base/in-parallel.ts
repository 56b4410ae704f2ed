/**
 * Does the same with each item of a source that may be endless, `places` at once. After a failure no further item is
 * begun; it rejects with the first one when those under way have ended.
 */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  places: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = items[Symbol.asyncIterator]()
  let failed = false
  const place = async (): Promise<void> => {
    while (!failed) {
      const next = await source.next()
      if (next.done) return
      await work(next.value)
    }
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: places }, () =>
      place().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
  await source.return?.()
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
}
