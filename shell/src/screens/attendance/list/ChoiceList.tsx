import { Checkbox, usePermission } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { NamedChoices, type NamedChoice, type NamedKind } from './NamedChoices.tsx'

const permissions = {
  queue: 'queues.read',
  tag: 'tags.read',
  connection: 'channels.read',
  user: 'users.read',
} as const satisfies Record<NamedKind, string>

interface ChoiceListProps {
  readonly kind: NamedKind
  readonly chosen: readonly string[]
  onChange(chosen: string[]): void
}

/**
 * Queues, tags, channels or users to which the list can be narrowed. Empty where there are none, or none may be seen.
 */
export const ChoiceList = (props: ChoiceListProps) =>
  usePermission(permissions[props.kind]) ? (
    <NamedChoices kind={props.kind}>{(all) => <Choices {...props} all={all} />}</NamedChoices>
  ) : null

function Choices({ kind, chosen, onChange, all }: ChoiceListProps & { readonly all: readonly NamedChoice[] }) {
  const { t } = useTranslation('attendance')
  const choices = all.filter(({ id, isOffered }) => isOffered || chosen.includes(id))
  if (choices.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-2 border-t border-line pt-3">
      <legend className="float-left mb-1 text-xs font-medium text-ink-muted">{t(`filter.of.${kind}`)}</legend>
      {choices.map(({ id, name, color }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onCheckedChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          label={
            <span className="flex min-w-0 items-center gap-2">
              {color !== undefined && (
                <span className="size-2 shrink-0 rounded-full" style={{ background: color }} aria-hidden />
              )}
              <span className="truncate">{name}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  )
}
