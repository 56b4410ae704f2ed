import type { ChannelType } from '../../data/channels/use-channel-type.ts'

interface TypeGroup {
  readonly kind: 'messages' | 'mail'
  readonly types: readonly ChannelType[]
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Kinds of channels that somebody chooses from: messages, then mail, each by its name in the reader's language; with
 * `search` those alone whose name or description has all of its words, whatever their accents. Groups without any are
 * left out.
 */
export function groupedTypes(types: readonly ChannelType[], search: string, language: string): TypeGroup[] {
  const wanted = plain(search).split(/\s+/)
  const found = types.filter(({ title, description }) => {
    const text = plain(`${title} ${description ?? ''}`)
    return wanted.every((word) => text.includes(word))
  })
  const { compare } = new Intl.Collator(language, { numeric: true })
  const of = (isMail: boolean) =>
    found
      .filter(({ info }) => info.capabilities.letters === isMail)
      .toSorted((one, other) => compare(one.title, other.title))
  return (
    [
      { kind: 'messages', types: of(false) },
      { kind: 'mail', types: of(true) },
    ] as const
  ).filter((group) => group.types.length > 0)
}
