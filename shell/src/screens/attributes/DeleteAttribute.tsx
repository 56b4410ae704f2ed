import { ApiError, Button, Dialog, ErrorState, Skeleton, useErrorText } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { AttributeDefinition } from '../../base/contracts.ts'
import { useCappedCount } from '../../base/forms/use-capped-count.ts'
import { useAttributeActs, useAttributeUsage } from '../../data/attributes/use-attributes.ts'

/** Shows first how many have a value. An attribute with values is not deleted: it can be archived. */
export function DeleteAttribute({ definition, onClose }: { definition: AttributeDefinition; onClose(): void }) {
  const { t } = useTranslation('attributes')
  const written = useCappedCount()
  const textOf = useErrorText()
  const usage = useAttributeUsage(definition.id)
  const { remove, archive } = useAttributeActs()
  // A value that was set while the dialog stood open.
  const refusedFor =
    ApiError.is(remove.error) && remove.error.code === 'ERR_ATTRIBUTE_IN_USE' ? remove.error.facts.limit : undefined
  const count = refusedFor ?? usage.data?.count
  const problem = archive.error ?? (refusedFor === undefined ? remove.error : null)
  return (
    <Dialog
      title={t('delete.title', { name: definition.label })}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {t('shell:action.cancel')}
          </Button>
          {count === 0 && (
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate(definition, { onSuccess: onClose })}
            >
              {t('delete.submit')}
            </Button>
          )}
          {count !== undefined && count > 0 && !definition.isArchived && (
            <Button
              variant="primary"
              busy={archive.isPending}
              onClick={() => archive.mutate({ definition, isArchived: true }, { onSuccess: onClose })}
            >
              {t('archive')}
            </Button>
          )}
        </>
      }
    >
      {usage.isPending && <Skeleton lines={2} />}
      {usage.isError && <ErrorState what={t('delete.what')} error={usage.error} onRetry={() => void usage.refetch()} />}
      {count === 0 && <p>{t('delete.unused')}</p>}
      {count !== undefined && count > 0 && (
        <>
          <p className="font-medium">{t(`delete.inUse.${definition.owner}`, { count, shown: written(count) })}</p>
          <p className="pt-1 text-list text-ink-muted">
            {t(definition.isArchived ? 'delete.isArchived' : 'delete.wayOut')}
          </p>
        </>
      )}
      {problem !== null && (
        <p role="alert" className="k-field-error pt-2">
          {textOf(problem)}
        </p>
      )}
    </Dialog>
  )
}
