import {
  createContext,
  useContext,
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { useKitWords } from './words.ts'

interface FieldIds {
  readonly control: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly required: boolean
}
const FieldContext = createContext<FieldIds | undefined>(undefined)

/** A {@link Field}: label, help and error of the one input inside. */
export interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  required?: boolean
  /** The label is read aloud but not drawn. */
  hideLabel?: boolean
  className?: string
  /** One control of the kit; label, help and error are tied to it. */
  children: ReactNode
}

/** Label, help and error around one input, tied to it for screen readers. */
export function Field({ label, help, error, required = false, hideLabel = false, className, children }: FieldProps) {
  const id = useId()
  const t = useKitWords()
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('k-field', className)}>
      <label htmlFor={id} className={hideLabel ? 'k-visually-hidden' : 'k-label'}>
        {label}
        {required && (
          <span className="k-required" aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      <FieldContext value={{ control: id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {help && (
        <p id={`${id}-help`} className="k-help">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="k-field-error" title={required ? t('required') : undefined}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Attributes that a control inherits from the {@link Field} around it. */
export function useFieldProps(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true; required?: true } {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.control,
    ...(field.describedBy ? { 'aria-describedby': field.describedBy } : {}),
    ...(field.invalid ? { 'aria-invalid': true as const } : {}),
    ...(field.required ? { required: true as const } : {}),
  }
}

/** For controls of which a {@link Field} holds several: none of them is the one that the field names. */
export const OutsideField = ({ children }: { children: ReactNode }) => (
  <FieldContext value={undefined}>{children}</FieldContext>
)

/** All that an HTML input takes. */
export type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }
/** One line of text. Inside a {@link Field} it takes name, help and error from there. */
export const Input = ({ className, type = 'text', ...rest }: InputProps) => (
  <input {...useFieldProps()} {...rest} type={type} className={classNames('k-input', className)} />
)

/** All that an HTML textarea takes. */
export type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }
/** Grows with its text. */
export const Textarea = ({ className, rows = 3, ...rest }: TextareaProps) => (
  <textarea {...useFieldProps()} {...rest} rows={rows} className={classNames('k-input k-textarea', className)} />
)

/** One choice of a {@link Select}. */
export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}
/** A {@link Select}: its choices, beside all that an HTML select takes. */
export type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'multiple'> & {
  options: readonly SelectOption[]
  onValueChange?: (value: string) => void
  ref?: Ref<HTMLSelectElement>
}
/** The system's own list: right on every device and for every reader. */
export const Select = ({ options, onValueChange, className, ...rest }: SelectProps) => (
  <span className={classNames('k-select', className)}>
    <select
      {...useFieldProps()}
      {...rest}
      className="k-input"
      onChange={(event) => onValueChange?.(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden size={16} />
  </span>
)

/** Props of {@link Checkbox} and {@link Switch}: on or off, and the callback. */
export type ToggleProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'role'> & {
  /** Label beside the box. Without it the box needs `aria-label` or a {@link Field}. */
  label?: ReactNode
  onCheckedChange?: (checked: boolean) => void
  ref?: Ref<HTMLInputElement>
}
const Toggle = ({
  kind,
  label,
  onCheckedChange,
  className,
  ...rest
}: ToggleProps & { kind: 'checkbox' | 'switch' }) => {
  const box = (
    <input
      {...useFieldProps()}
      {...rest}
      type="checkbox"
      {...(kind === 'switch' ? { role: 'switch' } : {})}
      className={`k-${kind}`}
      onChange={(event) => onCheckedChange?.(event.target.checked)}
    />
  )
  return label === undefined ? (
    <span className={classNames('k-toggle', className)}>{box}</span>
  ) : (
    <label className={classNames('k-toggle', className)}>
      {box}
      <span>{label}</span>
    </label>
  )
}
/** Yes or no, in a form that is saved. */
export const Checkbox = (props: ToggleProps) => <Toggle {...props} kind="checkbox" />
/** Takes effect at once; inside a form that is saved, use a {@link Checkbox}. */
export const Switch = (props: ToggleProps) => <Toggle {...props} kind="switch" />
