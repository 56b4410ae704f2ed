import { Button } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** From a contact to what is kept of them. For who may look after privacy. */
export function PrivacyLink({ contactId }: { contactId: string }) {
  const { t } = useTranslation('attendance')
  const router = useRouter()
  return (
    <Button
      size="small"
      variant="ghost"
      className="self-start"
      icon={<ShieldCheck size={14} />}
      onClick={() =>
        void router.navigate({ to: '/configuracoes/privacidade', search: { contato: contactId } } as never)
      }
    >
      {t('panel.privacy')}
    </Button>
  )
}
