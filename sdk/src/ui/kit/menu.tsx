import { ContextMenu as RadixContextMenu, DropdownMenu as RadixDropdownMenu } from 'radix-ui'
import { Check, ChevronLeft, ChevronRight } from 'lucide-react'
import { createContext, useContext, useRef, useState, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { PluginRoot } from '../plugin/context.tsx'
import { Kbd } from './marks.tsx'
import { OthersInert } from './others-inert.tsx'
import { useBottomSheet } from './use-bottom-sheet.ts'

/** The two kinds of menu have the same parts, so that one list of entries serves a ⋯ button and a right click. */
type MenuParts = Pick<
  typeof RadixDropdownMenu,
  | 'Item'
  | 'CheckboxItem'
  | 'ItemIndicator'
  | 'RadioGroup'
  | 'RadioItem'
  | 'Label'
  | 'Separator'
  | 'Sub'
  | 'SubTrigger'
  | 'SubContent'
  | 'Portal'
>
const MenuContext = createContext<MenuParts>(RadixDropdownMenu)
const useParts = () => useContext(MenuContext)

/** A {@link DropdownMenu}: the button that opens it, and where it opens. */
export interface DropdownMenuProps {
  trigger: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  /**
   * The menu has closed and the focus is about to go back to the trigger; prevent the event's default to lead it
   * elsewhere.
   */
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}
/** A menu under a button, on telephones a sheet at the bottom edge. Give it {@link MenuItem}s and their relatives. */
export function DropdownMenu({
  trigger,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'end',
  onCloseAutoFocus,
  children,
}: DropdownMenuProps) {
  return (
    <RadixDropdownMenu.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixDropdownMenu.Trigger asChild>{trigger}</RadixDropdownMenu.Trigger>
      <RadixDropdownMenu.Portal>
        <OthersInert>
          <PluginRoot>
            <RadixDropdownMenu.Content
              className="k-menu"
              side={side}
              align={align}
              sideOffset={4}
              collisionPadding={8}
              {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
            >
              <MenuContext value={RadixDropdownMenu}>{children}</MenuContext>
            </RadixDropdownMenu.Content>
          </PluginRoot>
        </OthersInert>
      </RadixDropdownMenu.Portal>
    </RadixDropdownMenu.Root>
  )
}

/**
 * Opens on right click, long press and the menu key; on telephones as a sheet at the bottom edge. Offer the same
 * entries in a visible {@link DropdownMenu} too.
 */
export function ContextMenu({
  trigger,
  onOpenChange,
  onCloseAutoFocus,
  children,
}: Pick<DropdownMenuProps, 'trigger' | 'onOpenChange' | 'onCloseAutoFocus' | 'children'>) {
  const wasTouched = useRef(false)
  const changeOpen = (open: boolean) => {
    wasTouched.current = false
    onOpenChange?.(open)
  }
  // The sheet may open under the finger that asked for it: lifting that finger is a click, and chooses nothing.
  const ignoreLifting = (event: MouseEvent) => {
    if (wasTouched.current || (event.nativeEvent as PointerEvent).pointerType !== 'touch') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <RadixContextMenu.Root onOpenChange={changeOpen}>
      <RadixContextMenu.Trigger asChild>{trigger}</RadixContextMenu.Trigger>
      <RadixContextMenu.Portal>
        <OthersInert>
          <PluginRoot>
            <RadixContextMenu.Content
              className="k-menu"
              collisionPadding={8}
              onPointerDownCapture={() => (wasTouched.current = true)}
              onClickCapture={ignoreLifting}
              {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
            >
              <MenuContext value={RadixContextMenu}>{children}</MenuContext>
            </RadixContextMenu.Content>
          </PluginRoot>
        </OthersInert>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  )
}

/**
 * A {@link MenuItem}: `onSelect` runs for a click and for Enter. `shortcut` is drawn, `aria-keyshortcuts` is read
 * aloud.
 */
export interface MenuItemProps {
  icon?: ReactNode
  shortcut?: string
  'aria-keyshortcuts'?: string
  tone?: 'neutral' | 'danger'
  disabled?: boolean
  onSelect?: (event: Event) => void
  children: ReactNode
}
/** An entry that does something and closes the menu. */
export function MenuItem({
  icon,
  shortcut,
  tone = 'neutral',
  disabled = false,
  onSelect,
  children,
  ...rest
}: MenuItemProps) {
  const { Item } = useParts()
  return (
    <Item {...rest} className="k-menu-item" data-tone={tone} disabled={disabled} {...(onSelect ? { onSelect } : {})}>
      <span className="k-menu-icon" aria-hidden>
        {icon}
      </span>
      <span className="k-menu-text">{children}</span>
      {shortcut && (
        <span aria-hidden>
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </Item>
  )
}

/** Stays open while it is ticked. */
export function MenuCheckboxItem({
  checked,
  onCheckedChange,
  disabled = false,
  children,
}: {
  checked: boolean
  onCheckedChange(checked: boolean): void
  disabled?: boolean
  children: ReactNode
}) {
  const { CheckboxItem, ItemIndicator } = useParts()
  return (
    <CheckboxItem
      className="k-menu-item"
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="k-menu-icon">
        <ItemIndicator>
          <Check aria-hidden size={16} />
        </ItemIndicator>
      </span>
      <span className="k-menu-text">{children}</span>
    </CheckboxItem>
  )
}

/** One of several; options are values with their texts. */
export function MenuRadioGroup({
  value,
  onValueChange,
  options,
}: {
  value: string
  onValueChange(value: string): void
  options: ReadonlyArray<{ value: string; label: ReactNode }>
}) {
  const { RadioGroup, RadioItem, ItemIndicator } = useParts()
  return (
    <RadioGroup value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <RadioItem key={option.value} className="k-menu-item" value={option.value}>
          <span className="k-menu-icon">
            <ItemIndicator>
              <Check aria-hidden size={16} />
            </ItemIndicator>
          </span>
          <span className="k-menu-text">{option.label}</span>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

/** An entry that opens another menu beside it; on telephones over it, with a way back. */
export function MenuSub({ label, icon, children }: { label: ReactNode; icon?: ReactNode; children: ReactNode }) {
  const { Sub, SubTrigger, SubContent, Portal, Item } = useParts()
  const isSheet = useBottomSheet()
  const [isOpen, setOpen] = useState(false)
  return (
    <Sub open={isOpen} onOpenChange={setOpen}>
      <SubTrigger className="k-menu-item">
        <span className="k-menu-icon" aria-hidden>
          {icon}
        </span>
        <span className="k-menu-text">{label}</span>
        <ChevronRight aria-hidden size={14} />
      </SubTrigger>
      <Portal>
        <PluginRoot>
          <SubContent className="k-menu" sideOffset={2} collisionPadding={8}>
            {/* A sheet covers the one it came from. */}
            {isSheet && (
              <Item
                className="k-menu-item k-menu-back"
                onSelect={(event) => {
                  event.preventDefault()
                  setOpen(false)
                }}
              >
                <ChevronLeft aria-hidden size={16} />
                <span className="k-menu-text">{label}</span>
              </Item>
            )}
            {children}
          </SubContent>
        </PluginRoot>
      </Portal>
    </Sub>
  )
}

/** A heading inside a menu, which cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts()
  return <Label className="k-menu-label">{children}</Label>
}
/** A line between groups of entries. */
export function MenuSeparator() {
  const { Separator } = useParts()
  return <Separator className="k-menu-separator" />
}
