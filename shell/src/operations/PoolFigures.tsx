import { useNumberFormat } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../platform/Facts.tsx'
import type { OperationsStatus } from './operations-status.ts'
import { Part } from './Part.tsx'

/** Connections of the node that answers to the database. */
export function PoolFigures({ status: { pools, node } }: { status: OperationsStatus }) {
  const { t } = useTranslation('operations')
  const { whole } = useNumberFormat()
  return (
    <Part name="pools" value={pools} description={t('pools.description', { node })}>
      {(all) => (
        <Facts>
          {all.map(({ name, max, open, used, waiting }) => (
            <Fact key={name} label={t(`pools.names.${name}`, { defaultValue: name })}>
              {t('pools.used', { used: whole(used), max: whole(max) })}
              <span className="block font-normal text-ink-muted">{t('pools.open', { number: whole(open) })}</span>
              <span className={waiting > 0 ? 'block text-warning' : 'block font-normal text-ink-muted'}>
                {t('pools.waiting', { number: whole(waiting) })}
              </span>
            </Fact>
          ))}
        </Facts>
      )}
    </Part>
  )
}
