/** The chat's page, with a conversation and one message of it that are to be quoted. */
export const askPlace = (ticketId: string, messageId?: string): string =>
  `/chat-interno?${new URLSearchParams({
    atendimento: ticketId,
    ...(messageId !== undefined && { mensagem: messageId }),
  })}`
