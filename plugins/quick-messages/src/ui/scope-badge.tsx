import { Badge, useWords } from '@recado/sdk/ui'
import type { QuickMessage } from '../messages/quick-message.ts'

const tones = { global: 'accent', queue: 'neutral', personal: 'warning' } as const

/** Says for whom a message is: everybody, one queue, only me. */
export function ScopeBadge({ message }: { message: Pick<QuickMessage, 'scope' | 'queue'> }) {
  const { t } = useWords()
  return (
    <Badge tone={tones[message.scope]}>
      {message.scope === 'queue' && message.queue !== null ? message.queue : t(`scope.${message.scope}`)}
    </Badge>
  )
}
