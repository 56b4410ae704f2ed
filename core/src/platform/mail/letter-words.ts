import { invitationDays, type Locale } from '@recado/contracts'

/** The words of one letter. `{name}` is the reader's, `{product}` the installation's; see `Letter` for the others. */
export interface LetterWords {
  readonly subject: string
  readonly lines: readonly string[]
  readonly button: string
  readonly foot: string
}
/** The letters that the installation writes by itself. */
export type LetterKind =
  | 'passwordReset'
  | 'invitation'
  | 'alreadyRegistered'
  | 'welcome'
  | 'smtpTest'
  | 'webhookDisabled'

const product = '{product}'

/**
 * Texts of letters to people, in their language. A letter is read outside of the shell, so its texts are with the
 * server.
 */
export const letterWords: Record<LetterKind, Record<Locale, LetterWords>> = {
  passwordReset: {
    'pt-BR': {
      subject: `Redefina sua senha no ${product}`,
      lines: [
        'Olá, {name}!',
        'Recebemos um pedido para redefinir a sua senha. O link vale por 5 minutos e pode ser usado uma única vez.',
      ],
      button: 'Redefinir senha',
      foot: 'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
    },
    en: {
      subject: `Reset your ${product} password`,
      lines: [
        'Hello, {name}!',
        'We received a request to reset your password. The link is valid for 5 minutes and can be used once.',
      ],
      button: 'Reset password',
      foot: 'If it was not you, ignore this e-mail: your password stays the same.',
    },
    es: {
      subject: `Restablece tu contraseña de ${product}`,
      lines: [
        '¡Hola, {name}!',
        'Recibimos una solicitud para restablecer tu contraseña. El enlace vale por 5 minutos y se puede usar ' +
          'una sola vez.',
      ],
      button: 'Restablecer contraseña',
      foot: 'Si no fuiste tú, ignora este correo: tu contraseña sigue siendo la misma.',
    },
    ru: {
      subject: `Сброс пароля в ${product}`,
      lines: [
        'Здравствуйте, {name}!',
        'Мы получили запрос на сброс вашего пароля. Ссылка действует 5 минут и срабатывает один раз.',
      ],
      button: 'Сбросить пароль',
      foot: 'Если это были не вы, не обращайте внимания на это письмо: пароль останется прежним.',
    },
  },
  invitation: {
    'pt-BR': {
      subject: `{company}: seu convite para o ${product}`,
      lines: [
        'Olá, {name}!',
        `{inviter} convidou você para a equipe de {company} no ${product}. Crie sua senha para começar. O link ` +
          `vale por ${invitationDays} dias e pode ser usado uma única vez.`,
      ],
      button: 'Aceitar convite',
      foot: 'Se você não esperava este convite, ignore este e-mail: ninguém entra sem a senha que só você pode criar.',
    },
    en: {
      subject: `{company}: your invitation to ${product}`,
      lines: [
        'Hello, {name}!',
        `{inviter} invited you to join {company} on ${product}. Choose a password to begin. The link is valid ` +
          `for ${invitationDays} days and can be used once.`,
      ],
      button: 'Accept invitation',
      foot:
        'If you did not expect this invitation, ignore this e-mail: nobody gets in without the password that only ' +
        'you can choose.',
    },
    es: {
      subject: `{company}: tu invitación a ${product}`,
      lines: [
        '¡Hola, {name}!',
        `{inviter} te invitó al equipo de {company} en ${product}. Crea tu contraseña para empezar. El enlace ` +
          `vale por ${invitationDays} días y se puede usar una sola vez.`,
      ],
      button: 'Aceptar invitación',
      foot:
        'Si no esperabas esta invitación, ignora este correo: nadie entra sin la contraseña que solo tú puedes ' +
        'crear.',
    },
    ru: {
      subject: `{company}: приглашение в ${product}`,
      lines: [
        'Здравствуйте, {name}!',
        `{inviter} приглашает вас в команду компании {company} в ${product}. Придумайте пароль, чтобы начать. ` +
          `Ссылка действует ${invitationDays} дней и срабатывает один раз.`,
      ],
      button: 'Принять приглашение',
      foot:
        'Если вы не ждали приглашения, не обращайте внимания на это письмо: без пароля, который можете задать ' +
        'только вы, никто не войдёт.',
    },
  },
  alreadyRegistered: {
    'pt-BR': {
      subject: `Você já tem uma conta no ${product}`,
      lines: [
        'Olá, {name}!',
        'Alguém tentou criar uma conta com o seu e-mail ou telefone, mas você já tem uma. Entre com ela; se ' +
          'esqueceu a senha, peça um novo link na tela de login.',
      ],
      button: 'Ir para o login',
      foot: 'Se não foi você, não é preciso fazer nada.',
    },
    en: {
      subject: `You already have a ${product} account`,
      lines: [
        'Hello, {name}!',
        'Somebody tried to create an account with your e-mail or phone number, but you already have one. Sign in ' +
          'with it; if you forgot the password, ask for a new link on the login screen.',
      ],
      button: 'Go to login',
      foot: 'If it was not you, there is nothing to do.',
    },
    es: {
      subject: `Ya tienes una cuenta en ${product}`,
      lines: [
        '¡Hola, {name}!',
        'Alguien intentó crear una cuenta con tu correo o teléfono, pero ya tienes una. Entra con ella; si ' +
          'olvidaste la contraseña, pide un nuevo enlace en la pantalla de acceso.',
      ],
      button: 'Ir al acceso',
      foot: 'Si no fuiste tú, no tienes que hacer nada.',
    },
    ru: {
      subject: `У вас уже есть учётная запись в ${product}`,
      lines: [
        'Здравствуйте, {name}!',
        'Кто-то попытался создать учётную запись с вашей почтой или телефоном, но она у вас уже есть. Войдите с ' +
          'ней; если забыли пароль, запросите новую ссылку на экране входа.',
      ],
      button: 'Перейти ко входу',
      foot: 'Если это были не вы, ничего делать не нужно.',
    },
  },
  welcome: {
    'pt-BR': {
      subject: `Boas-vindas ao ${product}`,
      lines: ['Olá, {name}!', 'Sua conta está pronta. Entre com o e-mail e a senha que você escolheu.'],
      button: 'Entrar',
      foot: 'Você recebeu este e-mail porque uma conta foi criada com o seu endereço.',
    },
    en: {
      subject: `Welcome to ${product}`,
      lines: ['Hello, {name}!', 'Your account is ready. Sign in with the e-mail and the password that you chose.'],
      button: 'Sign in',
      foot: 'You receive this e-mail because an account was created with your address.',
    },
    es: {
      subject: `Te damos la bienvenida a ${product}`,
      lines: ['¡Hola, {name}!', 'Tu cuenta está lista. Entra con el correo y la contraseña que elegiste.'],
      button: 'Entrar',
      foot: 'Recibes este correo porque se creó una cuenta con tu dirección.',
    },
    ru: {
      subject: `Добро пожаловать в ${product}`,
      lines: ['Здравствуйте, {name}!', 'Ваша учётная запись готова. Войдите с почтой и паролем, которые вы выбрали.'],
      button: 'Войти',
      foot: 'Вы получили это письмо, потому что с вашим адресом создали учётную запись.',
    },
  },
  webhookDisabled: {
    'pt-BR': {
      subject: `Um webhook foi desativado no ${product}`,
      lines: [
        'Olá, {name}!',
        'O sistema desativou um webhook da sua empresa: o endereço pediu para não receber mais nada ou não ' +
          'respondeu durante três dias. O que ficou pendente será enviado quando você o ativar de novo.',
      ],
      button: 'Ver webhooks',
      foot: 'Você recebeu este e-mail porque administra a empresa.',
    },
    en: {
      subject: `A webhook was disabled in ${product}`,
      lines: [
        'Hello, {name}!',
        'The system disabled a webhook of your company: its address asked not to be called any more, or it ' +
          'failed for three days. What is waiting is sent when you activate it again.',
      ],
      button: 'See webhooks',
      foot: 'You receive this e-mail because you administer the company.',
    },
    es: {
      subject: `Se desactivó un webhook en ${product}`,
      lines: [
        '¡Hola, {name}!',
        'El sistema desactivó un webhook de tu empresa: la dirección pidió no recibir nada más o falló durante ' +
          'tres días. Lo pendiente se enviará cuando lo actives de nuevo.',
      ],
      button: 'Ver webhooks',
      foot: 'Recibes este correo porque administras la empresa.',
    },
    ru: {
      subject: `Вебхук отключён в ${product}`,
      lines: [
        'Здравствуйте, {name}!',
        'Система отключила вебхук вашей компании: его адрес попросил больше ничего не отправлять или не отвечал ' +
          'три дня. Всё, что ожидает отправки, уйдёт, когда вы снова его включите.',
      ],
      button: 'Открыть вебхуки',
      foot: 'Вы получили это письмо, потому что администрируете компанию.',
    },
  },
  smtpTest: {
    'pt-BR': {
      subject: `Teste de e-mail do ${product}`,
      lines: ['Este é um teste.', 'Se você está lendo isto, o servidor de e-mail está pronto.'],
      button: `Abrir o ${product}`,
      foot: 'Enviado a pedido de quem administra a instalação.',
    },
    en: {
      subject: `${product} e-mail test`,
      lines: ['This is a test.', 'If you can read this, the mail server is ready.'],
      button: `Open ${product}`,
      foot: 'Sent on request of the installation’s administrator.',
    },
    es: {
      subject: `Prueba de correo de ${product}`,
      lines: ['Esto es una prueba.', 'Si puedes leer esto, el servidor de correo está listo.'],
      button: `Abrir ${product}`,
      foot: 'Enviado a petición de quien administra la instalación.',
    },
    ru: {
      subject: `Проверка почты ${product}`,
      lines: ['Это проверка.', 'Если вы это читаете, почтовый сервер готов.'],
      button: `Открыть ${product}`,
      foot: 'Отправлено по просьбе администратора установки.',
    },
  },
}
