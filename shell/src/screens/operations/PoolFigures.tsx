import { useNumberFormat } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { Fact, FactDetail, Facts } from '../../base/ui/Facts.tsx'
import type { OperationsStatus } from '@recado/sdk/client'
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
              <FactDetail>{t('pools.open', { number: whole(open) })}</FactDetail>
              <FactDetail>
                <span {...(waiting > 0 && { className: 'font-medium text-warning' })}>
                  {t('pools.waiting', { number: whole(waiting) })}
                </span>
              </FactDetail>
            </Fact>
          ))}
        </Facts>
      )}
    </Part>
  )
}
