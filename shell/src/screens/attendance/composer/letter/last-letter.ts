import type { LetterAddress, Message } from '../../../../base/contracts.ts'

/** What an answer takes over from the letters of its conversation. */
export interface LastLetter {
  /** As the next letter has it when its author gives it none; empty where no letter had one. */
  readonly subject: string
  /** Those whom an answer to all goes to beside the contact. */
  readonly people: readonly LetterAddress[]
}

const answers = /^\s*re\s*:/i
const nobody: readonly LetterAddress[] = []

/** @param messages of the conversation, oldest first */
export function lastLetterOf(messages: readonly Message[]): LastLetter {
  const newestFirst = messages.filter(({ isDeleted }) => !isDeleted).toReversed()
  const subject = newestFirst.map(subjectOf).find((found) => found !== undefined) ?? ''
  return {
    subject: subject === '' || answers.test(subject) ? subject : `Re: ${subject}`,
    people: peopleOf(newestFirst),
  }
}

const headOf = ({ parts }: Message) => parts.find((part) => part.kind === 'letterHead')

const subjectOf = (message: Message): string | undefined =>
  headOf(message)?.subject ?? message.parts.find((part) => part.kind === 'html')?.subject

/** Of the newest letter that a person wrote. What plugins write on their own has no head and changes nothing. */
function peopleOf(newestFirst: readonly Message[]): readonly LetterAddress[] {
  const newest = newestFirst.find((message) => !message.fromMe || headOf(message) !== undefined)
  const head = newest && headOf(newest)
  return head ? [...(head.to ?? []), ...(head.cc ?? [])] : nobody
}
