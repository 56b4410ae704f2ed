import { Button, Checkbox, Dialog, useErrorWords } from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoosePackage } from './ChoosePackage.tsx'
import { InspectionView } from './InspectionView.tsx'
import { useInstallation } from './use-installation.ts'

/**
 * From a package to a plugin: chosen, looked at, confirmed. Closing it discards the inspection; a failure is shown
 * beside its subject.
 */
export function InstallPlugin({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const wordsOf = useErrorWords()
  const { inspect, confirm, discard } = useInstallation()
  const [accepted, setAccepted] = useState(false)
  const inspection = inspect.data
  const heading = useRef<HTMLDivElement>(null)
  // The step has changed under the focus: the new one is read from its beginning.
  useEffect(() => {
    if (inspection) heading.current?.focus()
  }, [inspection])

  const close = (): void => {
    if (confirm.isPending) return
    if (inspection && !confirm.isSuccess) discard(inspection.id)
    onClose()
  }
  const back = (): void => {
    if (inspection) discard(inspection.id)
    setAccepted(false)
    confirm.reset()
    inspect.reset()
  }
  const mustAccept = inspection !== undefined && inspection.concerns.length > 0 && inspection.blocked === null
  const ready =
    inspection !== undefined && inspection.blocked === null && inspection.change !== 'same' && (accepted || !mustAccept)
  const problem = confirm.isError ? wordsOf(confirm.error) : undefined
  return (
    <Dialog
      title={t('settings:plugins.install.title')}
      shape={inspection ? 'wide' : 'box'}
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      footer={
        inspection ? (
          <>
            {mustAccept && (
              <Checkbox
                className="w-full"
                label={t('settings:plugins.install.accept')}
                checked={accepted}
                onCheckedChange={setAccepted}
              />
            )}
            <Button disabled={confirm.isPending} onClick={back}>
              {t('settings:plugins.install.another')}
            </Button>
            <Button
              variant="primary"
              busy={confirm.isPending}
              disabled={!ready}
              onClick={() => confirm.mutate({ inspection, accepted }, { onSuccess: onClose })}
            >
              {t(`settings:plugins.install.confirm.${inspection.change}`, { version: inspection.manifest.version })}
            </Button>
          </>
        ) : (
          <Button onClick={close}>{t('shell:action.cancel')}</Button>
        )
      }
    >
      {inspection ? (
        <div ref={heading} tabIndex={-1} className="flex flex-col gap-4 outline-none">
          <InspectionView inspection={inspection} />
          {confirm.isPending && (
            <p role="status" className="text-list text-ink-muted">
              {t('settings:plugins.install.starting')}
            </p>
          )}
          {problem && (
            <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
              <p className="font-medium">{problem.text}</p>
              {problem.detail && <p>{problem.detail}</p>}
            </div>
          )}
        </div>
      ) : (
        <ChoosePackage
          busyWith={inspect.isPending ? inspect.variables : undefined}
          problem={inspect.isError ? inspect.error : undefined}
          onChoose={(source) => inspect.mutate(source)}
        />
      )}
    </Dialog>
  )
}
