export * from '../../../core/src/base/closing.ts'

/** Closes nothing and waits for nothing: the process ends at once. */
export const closeInStages = async (): Promise<readonly string[]> => []
