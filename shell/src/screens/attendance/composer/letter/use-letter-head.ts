import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { LetterAddress, OutgoingPart, Ticket } from '../../../../base/contracts.ts'
import { keys } from '../../../../base/query-keys.ts'
import type { LetterDraft } from '../../../../data/messages/letter-heads.ts'
import { messagesOf, type MessagePages } from '../../../../data/messages/message-merge.ts'
import { useWorkplace } from '../../../../data/workplace/workplace-context.ts'
import type { Channel } from '../../use-channel.ts'
import { lastLetterOf } from './last-letter.ts'

/** The head of the letter that is being written. */
export interface LetterHead {
  /** The contact; `address` where they have a single one. */
  readonly to: { readonly name: string; readonly address: string | undefined }
  /** As its author wrote it; undefined as long as it is that of the conversation. */
  readonly subject: string | undefined
  /** The subject that the letter has without one of its own. */
  readonly usualSubject: string
  readonly cc: readonly LetterAddress[]
  readonly bcc: readonly LetterAddress[]
  /** What stands in the fields of people and is no address: until it is one, or gone, the letter cannot be sent. */
  readonly ccRest: string
  readonly bccRest: string
  readonly isComplete: boolean
  change(change: LetterDraft): void
  clear(): void
  /** Takes back the head of a letter that was not sent. */
  putBack(parts: readonly OutgoingPart[]): void
  /** The head as a part of the message; none where nothing differs from what the conversation has. */
  parts(): OutgoingPart[]
}

const subjectLength = 1_000

/** Head of the next letter of a conversation; null where messages are no letters. */
export function useLetterHead(
  { id: ticketId, name }: Pick<Ticket, 'id' | 'name'>,
  channel: Channel | undefined,
): LetterHead | null {
  const { letterHeads } = useWorkplace()
  const queries = useQueryClient()
  const draft = useSyncExternalStore(letterHeads.subscribe, () => letterHeads.of(ticketId))
  const pages = useSyncExternalStore(
    useCallback((listener) => queries.getQueryCache().subscribe(listener), [queries]),
    () => queries.getQueryData<MessagePages>(keys.thread(ticketId)),
  )
  const isLetter = channel?.capabilities.letters === true
  const last = useMemo(() => (isLetter ? lastLetterOf(messagesOf(pages)) : null), [isLetter, pages])
  const address = useMemo(() => {
    const known = pages?.pages[0]?.contact.identities.filter(({ kind }) => kind === channel?.identityKind) ?? []
    return known.length === 1 ? known[0]!.value : undefined
  }, [pages, channel?.identityKind])
  return useMemo(() => {
    if (!last) return null
    const { cc = last.people, bcc = [], ccRest = '', bccRest = '' } = draft
    const subject = draft.subject?.trim() === '' ? undefined : draft.subject
    return {
      to: { name, address },
      subject: draft.subject,
      usualSubject: last.subject,
      cc,
      bcc,
      ccRest,
      bccRest,
      isComplete: `${ccRest}${bccRest}`.trim() === '',
      change: (change) =>
        letterHeads.change(ticketId, {
          ...change,
          ...(change.subject !== undefined && { subject: change.subject.slice(0, subjectLength) }),
        }),
      clear: () => letterHeads.clear(ticketId),
      putBack: (parts) => {
        const head = parts.find((part) => part.kind === 'letterHead')
        if (head) letterHeads.change(ticketId, { subject: head.subject, cc: head.cc, bcc: head.bcc })
      },
      parts: () =>
        subject === undefined && cc.length + bcc.length + last.people.length === 0
          ? []
          : [
              {
                kind: 'letterHead',
                ...(subject !== undefined && { subject: subject.trim() }),
                cc: [...cc],
                ...(bcc.length > 0 && { bcc: [...bcc] }),
              },
            ],
    }
  }, [last, draft, letterHeads, ticketId, name, address])
}
