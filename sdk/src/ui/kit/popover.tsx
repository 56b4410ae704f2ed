import { Popover as RadixPopover, Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { PluginRoot } from '../plugin/context.tsx'
import { classNames } from './class-names.ts'

type Side = 'top' | 'right' | 'bottom' | 'left'
type Align = 'start' | 'center' | 'end'

/** A {@link Popover}: the button that opens it, its name, and where it opens. */
export interface PopoverProps {
  /** A button; it opens the popover and gets the focus back. */
  trigger: ReactElement
  /** Its name, for screen readers. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: Side
  align?: Align
  className?: string
  children: ReactNode
}
/** Content on a small sheet beside a button; Escape and a click outside close it. */
export function Popover({ trigger, label, open, onOpenChange, side = 'bottom', align = 'start', className, children }: PopoverProps) {
  return (
    <RadixPopover.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <PluginRoot>
          <RadixPopover.Content className={classNames('k-popover', className)} side={side} align={align} sideOffset={6} collisionPadding={8} aria-label={label}>{children}</RadixPopover.Content>
        </PluginRoot>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

/** Repeats or completes what a control says; never the only place of a fact, because touch has no hover. */
export function Tooltip({ text, shortcut, side = 'top', children }: { text: ReactNode; shortcut?: string; side?: Side; children: ReactElement }) {
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
export const KitProvider = ({ children }: { children: ReactNode }) => <RadixTooltip.Provider delayDuration={400} skipDelayDuration={200}>{children}</RadixTooltip.Provider>
