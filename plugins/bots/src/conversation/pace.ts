import type { BotSaying } from '@recado/sdk'

/** Puts a pause before each message after the first; where the bot pauses by itself, it is the bot's. */
export function paced(says: readonly BotSaying[], delayMs: number): BotSaying[] {
  if (delayMs === 0) return [...says]
  return says.flatMap((saying, index): BotSaying[] => {
    const before = says[index - 1]
    return index === 0 || saying.kind === 'wait' || before?.kind === 'wait'
      ? [saying]
      : [{ kind: 'wait', seconds: delayMs / 1_000 }, saying]
  })
}
