import { useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { ConversationsBehind } from '../figures/conversations-behind.tsx'
import { Team } from '../figures/groups.tsx'
import { useLastDays } from './use-last-days.ts'

/** How the team did in the last seven days (S2-022), on the home page. */
export default function TeamCard() {
  const { t } = useWords()
  const span = useLastDays(7)
  return (
    <div className="flex flex-col gap-2">
      <ConversationsBehind>
        <Team filter={span} />
      </ConversationsBehind>
      <p className="text-list text-ink-muted">
        {t('figures.lastDays', { count: 7 })} ·{' '}
        <Link to={'/relatorios/indicadores' as never} className="underline underline-offset-2">
          {t('figures.open')}
        </Link>
      </p>
    </div>
  )
}
