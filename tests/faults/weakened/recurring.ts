import { Recurring as Sound, type RecurringWork } from '../../../core/src/base/recurring.ts'

export * from '../../../core/src/base/recurring.ts'

/** A failure of the work is nobody's. */
export class Recurring extends Sound {
  constructor(work: RecurringWork) {
    super({
      ...work,
      run: () =>
        void (async () => work.run())().catch((error: unknown) =>
          setImmediate(() => {
            throw error
          }),
        ),
    })
  }
}
