import { Contacts } from './Contacts.tsx'

/** `/atendimento/contatos` (S2-049): the contacts in the place of the conversation, beside the list of tickets. */
export const ContactsBesideList = () => <Contacts beside />
