import { classNames } from '@recado/sdk/ui'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** Colours that most eyes distinguish, each dark enough for a white tick. */
const palette = {
  grey: '#5c7c78',
  teal: '#0f766e',
  green: '#15803d',
  olive: '#7a6a12',
  orange: '#c2410c',
  red: '#b91c1c',
  pink: '#be185d',
  purple: '#7e22ce',
  indigo: '#4338ca',
  blue: '#1d6fb8',
} as const
const names = Object.keys(palette) as (keyof typeof palette)[]

/** A colour of the company's own: one of a few that read well, or any other. `value` is `#rrggbb`. */
export function ColorField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange(color: string): void
}) {
  const { t } = useTranslation('queues')
  const group = useId()
  const isOwn = !names.some((name) => palette[name] === value)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="k-label mb-1.5">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {names.map((name) => (
          <label
            key={name}
            title={t(`color.${name}`)}
            className={
              'relative grid size-8 cursor-pointer place-items-center rounded-full outline-offset-2 ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-accent'
            }
            style={{ background: palette[name] }}
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              aria-label={t(`color.${name}`)}
              checked={value === palette[name]}
              onChange={() => onChange(palette[name])}
            />
            {value === palette[name] && <Check size={16} aria-hidden className="text-white" />}
          </label>
        ))}
        <label
          title={t('color.other')}
          className={classNames(
            'relative h-8 w-12 cursor-pointer overflow-hidden rounded-md border outline-offset-2 ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            isOwn ? 'border-accent' : 'border-line-strong',
          )}
        >
          <input
            type="color"
            aria-label={t('color.other')}
            className="absolute -inset-2 h-14 w-20 cursor-pointer"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      </div>
    </fieldset>
  )
}
