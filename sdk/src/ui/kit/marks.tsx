import { UserRound } from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** Props of {@link Badge}: `tone` grades it, the text describes it. */
export interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  icon?: ReactNode
  className?: string
  children: ReactNode
}
/** A state or a kind, in a word. Never colour alone. */
export const Badge = ({ tone = 'neutral', icon, className, children }: BadgeProps) => (
  <span className={classNames('k-badge', className)} data-tone={tone}>
    {icon}
    {children}
  </span>
)

/** A count: hidden at 0, `9+` above nine. `label` names the counted things: "3 unread messages". */
export const CountBadge = ({ count, label, max = 9 }: { count: number; label: string; max?: number }) =>
  count <= 0 ? null : (
    <span className="k-count" role="status" aria-label={label}>
      {count > max ? `${max}+` : count}
    </span>
  )

/** A company's own colour (tag, queue): a dot with its name, so that it reads without colour. */
export const ColorDot = ({
  color,
  label,
  hideLabel = false,
}: {
  color: string
  label: string
  hideLabel?: boolean
}) => (
  <span className="k-dot" title={hideLabel ? label : undefined}>
    <span className="k-dot-mark" style={{ background: color }} aria-hidden />
    <span className={hideLabel ? 'k-visually-hidden' : 'k-dot-label'}>{label}</span>
  </span>
)

/** The first letters of the first and the last word; none of a telephone number or of emojis. */
const initials = (name: string): string => {
  const letters = name
    .split(/\s+/)
    .map((word) => /\p{L}/u.exec(word)?.[0] ?? '')
    .filter((letter) => letter !== '')
  return (letters.slice(0, 1).join('') + letters.slice(1).slice(-1).join('')).toUpperCase()
}
/** The same person always has the same tint. */
const hueOf = (name: string): number => [...name].reduce((hash, char) => (hash * 31 + char.codePointAt(0)!) % 360, 7)

/** Props of {@link Avatar}: the person, and the size in pixels. */
export interface AvatarProps {
  /** The person; also the text for readers unless `decorative`. */
  name: string
  src?: string | null | undefined
  /** Pixels. */
  size?: number
  /** Content at the lower right: usually a {@link ChannelBadge}. */
  badge?: ReactNode
  /** True if the name is beside it anyway. */
  decorative?: boolean
  className?: string
}
/**
 * A person's picture, or initials on a colour of their own when there is none or it does not load; a figure where the
 * name has no letters.
 */
export function Avatar({ name, src, size = 36, badge, decorative = false, className }: AvatarProps) {
  const letters = initials(name)
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      className={classNames('k-avatar', className)}
      style={{ '--k-size': `${size}px`, '--k-hue': hueOf(name) } as CSSProperties}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <span className="k-avatar-initials" data-initials={letters}>
          {letters === '' && <UserRound size={Math.round(size * 0.5)} aria-hidden />}
        </span>
      )}
      {badge && <span className="k-avatar-badge">{badge}</span>}
    </span>
  )
}

/** The one place where a channel's brand colour shows. `icon` is a lucide name of the channel's definition. */
export const ChannelBadge = ({
  color,
  icon,
  label,
  size = 16,
}: {
  color: string
  icon: string
  label: string
  size?: number
}) => (
  <span
    className="k-channel"
    role="img"
    aria-label={label}
    title={label}
    style={{ '--k-size': `${size}px`, background: color } as CSSProperties}
  >
    <Icon name={icon} size={Math.round(size * 0.65)} />
  </span>
)

/** A key with its label on the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className="k-kbd">{children}</kbd>
/** Words for screen readers alone. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="k-visually-hidden">{children}</span>
)
