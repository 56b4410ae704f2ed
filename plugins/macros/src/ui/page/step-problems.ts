import type { StepInput, StepProblem } from './step-inputs.ts'

/** Sentences at the fields of an action, by the fields' names. */
export type Issues = Readonly<Record<string, string>>
/** Problems of steps by their keys, and those of the fields of an action. */
export interface StepProblems {
  readonly steps: ReadonlyMap<number, StepProblem>
  readonly issues: ReadonlyMap<number, Issues>
}
export const noStepProblems: StepProblems = { steps: new Map(), issues: new Map() }
/**
 * Problems that remain after a change: those of a changed step, and of the order at its place, are checked again when
 * it is saved.
 */
export function remaining(
  { steps, issues }: StepProblems,
  before: readonly StepInput[],
  after: readonly StepInput[],
): StepProblems {
  const untouched = new Set(after.filter((step) => before.includes(step)).map(({ key }) => key))
  const isArranged = after.length !== before.length || after.some(({ key }, at) => key !== before[at]?.key)
  return {
    steps: new Map([...steps].filter(([key, problem]) => untouched.has(key) && !(isArranged && problem === 'early'))),
    issues: new Map([...issues].filter(([key]) => untouched.has(key))),
  }
}

export const countOf = ({ steps, issues }: StepProblems): number => steps.size + issues.size
