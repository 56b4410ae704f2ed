import { Popover as RadixPopover } from 'radix-ui'
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
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <RadixPopover.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <PluginRoot>
          <RadixPopover.Content
            className={classNames('k-popover', className)}
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            aria-label={label}
          >
            {children}
          </RadixPopover.Content>
        </PluginRoot>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
