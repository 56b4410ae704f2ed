import type { AutomationBlock } from '@recado/sdk'
import { ApiError, issuesBelow, useFieldErrors, useFieldProblems } from '@recado/sdk/ui'
import { offeredAs } from '../../macros/offered.ts'
import { problemsOf, type StepInput, type StepProblem } from './step-inputs.ts'
import type { Issues, StepProblems } from './step-problems.ts'

/** Issues of each step, without steps that have none. */
const spoken = (said: readonly (readonly [key: number, issues: Issues])[]): StepProblems['issues'] =>
  new Map(said.filter(([, issues]) => Object.keys(issues).length > 0))

/** Problems of steps, from the editor's checks and from the server. */
export function useStepProblems(isThere: (step: StepInput) => boolean, offer: readonly AutomationBlock[] | undefined) {
  const issuesIn = useFieldProblems()
  const errorsOf = useFieldErrors()
  return {
    /** Before they are sent. */
    found: (steps: readonly StepInput[]): StepProblems => ({
      steps: problemsOf(steps, isThere, offer),
      issues: spoken(steps.map((step) => [step.key, issuesIn(offeredAs(offer ?? [], step)?.fields ?? [], step.input)])),
    }),
    /** Problems in a refusal of the sent steps. */
    refused(steps: readonly StepInput[], thrown: unknown): StepProblems {
      const errors = errorsOf(thrown)
      const isAbout = (at: number): boolean =>
        Object.keys(errors).some((path) => path === `steps.${at}` || path.startsWith(`steps.${at}.`))
      const isUnavailable = ApiError.is(thrown) && thrown.code === 'ERR_AUTOMATION_BLOCK'
      return {
        steps: new Map(
          steps.flatMap(({ key }, at): [number, StepProblem][] =>
            isUnavailable && isAbout(at) ? [[key, 'unavailable']] : [],
          ),
        ),
        issues: spoken(steps.map(({ key }, at) => [key, issuesBelow(errors, `steps.${at}.input`)])),
      }
    },
  }
}
