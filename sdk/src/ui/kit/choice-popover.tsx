import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState, type ButtonHTMLAttributes } from 'react'
import type { ChoicePopoverProps } from './choice.ts'
import { Spinner } from './spinner.tsx'
import { useFieldProps } from './field.tsx'
import { Popover } from './popover.tsx'

/** Brings the list when the first one is opened. */
const ChoiceList = lazy(() => import('./choice-list.tsx'))

/**
 * One or several of many, found by typing: ↑ ↓ Home End move, Enter chooses, Escape closes. For a handful of choices
 * use a `Select` or a `DropdownMenu`.
 */
export function ChoicePopover({
  trigger,
  label,
  choices,
  chosen,
  several = false,
  onChoose,
  instead,
}: ChoicePopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover trigger={trigger} label={label} open={open} onOpenChange={setOpen} className="k-choices">
      {instead ?? (
        <Suspense
          fallback={
            <div className="k-suggestions-empty">
              <Spinner />
            </div>
          }
        >
          <ChoiceList
            label={label}
            choices={choices}
            {...(chosen ? { chosen } : {})}
            onChoose={(value) => {
              if (!several) setOpen(false)
              onChoose(value)
            }}
          />
        </Suspense>
      )}
    </Popover>
  )
}

/**
 * The trigger of a {@link ChoicePopover} in a form, showing the current choice. Inside a `Field` it takes name, help
 * and error from there; the popover sets whether it is open.
 */
export function ComboboxButton({
  'aria-controls': controls,
  'aria-expanded': isExpanded = false,
  isEmpty,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { isEmpty: boolean }) {
  const { required, ...field } = useFieldProps()
  return (
    <button
      {...rest}
      {...field}
      type="button"
      role="combobox"
      aria-controls={controls}
      aria-expanded={isExpanded}
      aria-required={required}
      className="k-input k-combobox"
    >
      <span className="k-combobox-value" data-empty={isEmpty}>
        {children}
      </span>
      <ChevronDown aria-hidden size={16} />
    </button>
  )
}
