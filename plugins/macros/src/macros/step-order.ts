/* Free of any library: the editor asks the same. */

/** Kinds of steps that give the ticket away, put it off or close it. */
const endings: readonly string[] = ['snooze', 'toQueue', 'toUser', 'return', 'resolve']

/**
 * Positions of steps that end a macro and are not its last: later ones might not be allowed any more. `ends` decides
 * for actions of plugins.
 */
export const tooEarly = <Step extends { readonly kind: string }>(
  steps: readonly Step[],
  ends: (step: Step) => boolean = () => false,
): number[] =>
  steps.flatMap((step, at) => ((endings.includes(step.kind) || ends(step)) && at < steps.length - 1 ? [at] : []))
