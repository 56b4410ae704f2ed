import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { PluginRoot } from '../plugin/context.tsx'

/** Repeats or completes the text of a control; never the only place of a fact, because touch has no hover. */
export function Tooltip({
  text,
  shortcut,
  side = 'top',
  children,
}: {
  text: ReactNode
  shortcut?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <PluginRoot>
          <RadixTooltip.Content className="k-tooltip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
            {shortcut && <kbd className="k-kbd">{shortcut}</kbd>}
          </RadixTooltip.Content>
        </PluginRoot>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}

/** Once around everything that uses the kit: tooltips share their delay. */
export const KitProvider = ({ children }: { children: ReactNode }) => (
  <RadixTooltip.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </RadixTooltip.Provider>
)
