/** Consecutive words of the instructions that no answer needs. */
const tellingWords = 25

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether an answer repeats instructions at length: then it is not sent, whatever the model thought. */
export function repeatsInstructions(answer: string, instructions: string): boolean {
  const told = wordsOf(instructions)
  const said = ` ${wordsOf(answer).join(' ')} `
  for (let at = 0; at + tellingWords <= told.length; at += 1)
    if (said.includes(` ${told.slice(at, at + tellingWords).join(' ')} `)) return true
  return false
}
