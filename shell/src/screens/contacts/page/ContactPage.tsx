import {
  ApiError,
  Avatar,
  Badge,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  NoPermission,
  Skeleton,
  Tabs,
  usePermission,
} from '@recado/sdk/ui'
import { Navigate, useCanGoBack, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { ArrowLeft, MessageCircle, Pencil, UserX } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactRecord } from '../../../base/contracts.ts'
import { useWrittenPhone } from '../../../base/i18n/use-written-phone.ts'
import { useContactRecord } from '../../../data/contacts/use-contacts.ts'
import { EditContact } from '../../../parts/contacts/ContactForm.tsx'
import { ContactNotes } from '../../../parts/contacts/ContactNotes.tsx'
import { FileGallery } from '../../../parts/files/FileGallery.tsx'
import { ContactProfile } from './ContactProfile.tsx'
import { ContactTimeline } from './ContactTimeline.tsx'
import { contactParts, type ContactPagePart } from '../../../data/contacts/contact-parts.ts'

const NewTicketDialog = lazy(async () => ({
  default: (await import('../../../parts/new-ticket/NewTicketDialog.tsx')).NewTicketDialog,
}))

/** `/contatos/:id`: everything about one contact; the open part stands in the address (`?parte=`). */
export function ContactPage() {
  const { t } = useTranslation('contacts')
  const { contactId } = useParams({ strict: false }) as { contactId: string }
  const query = useContactRecord(contactId)
  const router = useRouter()
  const failure = ApiError.is(query.error) ? query.error : null
  // A contact that is part of another one by now answers as that one.
  if (query.data && query.data.id !== contactId)
    return <Navigate to="/contatos/$contactId" params={{ contactId: query.data.id }} replace />
  if (query.data && failure?.status !== 404 && failure?.status !== 403)
    return <KnownContact key={query.data.id} contact={query.data} />
  if (query.isPending)
    return (
      <Plain>
        <div className="flex items-center gap-4" aria-hidden>
          <Skeleton width="4rem" height="4rem" className="rounded-full" />
          <Skeleton width="12rem" height="1.5rem" />
        </div>
        <Skeleton height="100%" className="rounded-lg" />
      </Plain>
    )
  const isMissing = failure?.status === 404 || failure?.status === 422
  return (
    <Plain>
      {!isMissing && <BackButton className="self-start" />}
      <div className="grid min-h-0 flex-1 place-items-center">
        {failure?.status === 403 ? (
          <NoPermission />
        ) : isMissing ? (
          <EmptyState
            icon={<UserX size={22} />}
            title={t('errors:ERR_NO_CONTACT_FOUND')}
            action={<Button onClick={() => void router.navigate({ to: '/contatos' })}>{t('segment.all')}</Button>}
          >
            {t('errors:ERR_NO_CONTACT_FOUND_detail')}
          </EmptyState>
        ) : (
          <ErrorState what={t('form.what')} error={query.error} onRetry={() => void query.refetch()} />
        )}
      </div>
    </Plain>
  )
}

const Plain = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full min-h-0 flex-col gap-4 px-4 py-4 pane:px-6 pane:py-6">{children}</div>
)

/** To where the user came from; to all contacts for whoever began here. */
function BackButton({ className }: { className?: string }) {
  const { t } = useTranslation('contacts')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <IconButton
      className={className}
      icon={<ArrowLeft size={18} />}
      label={t(canGoBack ? 'page.back' : 'segment.all')}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/contatos' }))}
    />
  )
}

function KnownContact({ contact }: { contact: ContactRecord }) {
  const { t } = useTranslation('contacts')
  const written = useWrittenPhone()
  const router = useRouter()
  const { parte } = useSearch({ strict: false }) as { parte?: ContactPagePart }
  const [mayWrite, mayTalk, mayRead] = [
    usePermission('contacts.write'),
    usePermission('tickets.write'),
    usePermission('tickets.read'),
  ]
  const [open, setOpen] = useState<'edit' | 'talk' | null>(null)
  const close = () => setOpen(null)
  const parts = contactParts.filter((part) => part !== 'arquivos' || mayRead)
  const part = parts.find((one) => one === parte) ?? 'atendimentos'
  const show = (next: string) =>
    void router.navigate({
      to: '.',
      search: (next === 'atendimentos' ? {} : { parte: next }) as never,
      replace: true,
    })
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex max-w-6xl flex-col gap-5 px-4 py-4 pane:px-6 pane:py-6">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-3">
          <BackButton />
          <Avatar name={contact.name} src={contact.profilePicUrl} size={56} decorative />
          <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-2">
            <h1 className="min-w-0 text-title font-semibold wrap-anywhere">{written(contact.name)}</h1>
            {contact.whatsappValidated && <Badge tone="success">{t('validated')}</Badge>}
          </div>
          <div className="flex flex-wrap gap-2">
            {mayWrite && (
              <Button icon={<Pencil size={16} />} onClick={() => setOpen('edit')}>
                {t('shell:action.edit')}
              </Button>
            )}
            {mayTalk && (
              <Button variant="primary" icon={<MessageCircle size={16} />} onClick={() => setOpen('talk')}>
                {t('talk.open')}
              </Button>
            )}
          </div>
        </header>
        <div className="grid items-start gap-5 side:grid-cols-[20rem_minmax(0,1fr)]">
          <ContactProfile contact={contact} />
          <Tabs
            value={part}
            onValueChange={show}
            label={t('page.parts')}
            tabs={parts.map((value) => ({ value, label: t(`page.part.${value}`) }))}
          >
            <div className="pt-4">
              {part === 'atendimentos' && <ContactTimeline contact={contact} />}
              {part === 'arquivos' && <FileGallery source={{ contactId: contact.id }} />}
              {part === 'anotacoes' && <ContactNotes contactId={contact.id} notes={contact.notes} />}
            </div>
          </Tabs>
        </div>
      </div>
      {open === 'edit' && <EditContact contactId={contact.id} onClose={close} />}
      <Suspense fallback={null}>
        {open === 'talk' && (
          <NewTicketDialog
            contact={contact}
            onClose={close}
            onOpen={(ticketId) => void router.navigate({ to: '/atendimento/$ticketId', params: { ticketId } })}
          />
        )}
      </Suspense>
    </div>
  )
}
