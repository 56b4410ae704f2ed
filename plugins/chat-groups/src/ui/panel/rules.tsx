import { Switch, useWords } from '@recado/sdk/ui'
import type { Group } from '../../groups/group.ts'
import { useGroupActs } from '../use-group.ts'

/** Who may do what in the group. */
export function Rules({ ticketId, group }: { ticketId: string; group: Group }) {
  const { t } = useWords()
  const { rules } = useGroupActs(ticketId)
  return (
    <section className="flex flex-col gap-2" aria-label={t('rules.title')}>
      <h4 className="text-sm font-semibold">{t('rules.title')}</h4>
      {group.rules.map((name) => (
        <Switch
          key={name}
          label={t(`rules.${name}`)}
          checked={(rules.isPending ? rules.variables[name] : undefined) ?? group[name]}
          disabled={rules.isPending}
          onCheckedChange={(checked) => rules.mutate({ [name]: checked })}
        />
      ))}
    </section>
  )
}
