import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button's looks and state, beside all that an HTML button takes. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One `primary` a view. `danger` only for what destroys. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'medium'
  icon?: ReactNode
  /** Work is under way: shows it and takes no more clicks, but keeps the focus. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** Does something. While `busy` it keeps its focus and takes no click. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames('k-button', className)}
      data-variant={variant}
      data-size={size}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** An {@link IconButton}: its picture, its name, its shortcut. */
export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> {
  icon: ReactNode
  /** Its name: read aloud, and shown on hover. */
  label: string
  /** Keys that do the same, shown with the name. */
  shortcut?: string
}

/** A button that is only a picture. Its name is read aloud and shown on hover. */
export function IconButton({ icon, label, shortcut, variant = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <Button
        {...rest}
        variant={variant}
        className={classNames('k-icon-button', className)}
        aria-label={label}
        icon={icon}
      />
    </Tooltip>
  )
}
