import { Button, SaveFileButton, toast, useApi, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { helperArchive } from './helper-archive.ts'
import { useHelper } from './use-helper.ts'

/** The way by the helper: with it the passkey is confirmed in two clicks, without it the page says how to get it. */
export function Helper({ connectionId }: { connectionId: string }) {
  return useHelper() ? <Confirm connectionId={connectionId} /> : <Install />
}

function Confirm({ connectionId }: { connectionId: string }) {
  const { t } = useWords()
  const api = useApi()
  const open = useMutation({
    mutationFn: () => api.post<{ address: string }>(`passkey/${connectionId}/handover`),
    onSuccess: ({ address }) => void window.open(address, '_blank', 'noopener'),
    onError: (error) => toast.error(error),
  })
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button variant="primary" busy={open.isPending} onClick={() => open.mutate()}>
          {t('passkey.confirm')}
        </Button>
      </div>
      <p className="text-sm" {...(open.isSuccess && { role: 'status' })}>
        {open.isSuccess ? t('passkey.opened') : t('passkey.confirmHelp')}
      </p>
    </div>
  )
}

function Install() {
  const { t } = useWords()
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">{t('passkey.helper')}</p>
      <p>{t('passkey.helperWhy')}</p>
      <ol className="flex list-decimal flex-col gap-2 ps-5">
        <li>
          {t('passkey.install1')}
          <div className="mt-1.5">
            <SaveFileButton name="recado-whatsapp-passkey.zip" load={helperArchive}>
              {t('passkey.download')}
            </SaveFileButton>
          </div>
        </li>
        <li>{t('passkey.install2')}</li>
        <li>{t('passkey.install3')}</li>
      </ol>
    </div>
  )
}
