import { visible } from '../privacy/visible.ts'

/** Consecutive words of the instructions that no answer needs. */
const tellingWords = 25
/** Instructions of fewer words than those are told as a whole, unless they are so short that an answer may be them. */
const fewestWords = 12

const wordsOf = (text: string): string[] =>
  visible(text)
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether an answer repeats instructions at length: then it is not sent, whatever the model thought. */
export function repeatsInstructions(answer: string, instructions: string): boolean {
  const told = wordsOf(instructions)
  const said = ` ${wordsOf(answer).join(' ')} `
  const most = told.length < fewestWords ? tellingWords : Math.min(tellingWords, told.length)
  for (let at = 0; at + most <= told.length; at += 1)
    if (said.includes(` ${told.slice(at, at + most).join(' ')} `)) return true
  return false
}
