import { Kbd, VisuallyHidden } from '@recado/sdk/ui'
import type { KeyBinding } from '../contracts.ts'
import { useKeysInForce } from './bindings-context.ts'
import { ariaKeys, keysText } from './keys.ts'

/** Keys as they are drawn, and as text for screen readers: signs such as ⇧ are often not read. */
export function Keys({ keys }: { keys: KeyBinding }) {
  const { labels } = useKeysInForce()
  return (
    <span className="inline-flex shrink-0">
      <span aria-hidden className="inline-flex">
        <Kbd>{keysText(keys, labels)}</Kbd>
      </span>
      <VisuallyHidden>{ariaKeys(keys, labels).replaceAll('+', ' + ')}</VisuallyHidden>
    </span>
  )
}
