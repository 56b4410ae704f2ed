import type { Story } from './story.ts'

/** The conversations of today, in the order in which the customers write. */
export const today: readonly Story[] = [
  {
    name: 'Otávio Brandão',
    channel: 'whatsapp',
    queue: 'Vendas',
    lines: ['O cupom *AURORA10* funcionou, obrigado!'],
    taken: { by: 'Rafael Lima', answers: ['Que bom, Otávio! Qualquer coisa, é só chamar.'], isResolved: true },
    next: [],
  },
  {
    name: 'Simone Cardoso',
    channel: 'email',
    queue: 'Financeiro',
    tag: 'Segunda via',
    lines: [
      'Segunda via do boleto de outubro\nBoa tarde,\n\n' +
        'não encontrei o boleto de outubro na área do cliente. Vocês podem enviar a segunda via?\n\n' +
        'Atenciosamente,\nSimone Cardoso',
    ],
    taken: {
      by: 'Tiago Rocha',
      answers: ['Boa tarde, Simone!\n\nEnviei a segunda via agora, com vencimento para a próxima sexta-feira.'],
    },
    next: ['Recebi, muito obrigada pela rapidez!'],
  },
  {
    name: 'Jonas Teixeira',
    channel: 'waba',
    queue: 'Vendas',
    tag: 'Atacado',
    lines: ['Vocês fazem preço para escola?', 'São 300 cadernos de capa dura'],
    taken: { by: 'Rafael Lima', answers: ['Fazemos, sim. Já preparo uma proposta para você.'] },
    next: ['Ótimo, fico no aguardo', 'Consegue entregar até o dia 20?'],
  },
  {
    name: 'Priscila Amaral',
    channel: 'instagram',
    queue: 'Suporte',
    tag: 'Troca',
    priority: 'high',
    lines: ['Oi! O estojo chegou com o zíper quebrado 😕'],
    picture: 'Olha como veio',
    taken: { by: 'Tiago Rocha', answers: ['Sinto muito, Priscila! Qual é o número do pedido?'] },
    next: ['É o 20417', 'Pode ser a troca, sim. Obrigada!'],
  },
  {
    name: 'Bruno Siqueira',
    channel: 'facebook',
    queue: 'Vendas',
    lines: ['Que horas a loja do centro abre no sábado?'],
    taken: { by: 'Rafael Lima', answers: ['Bom dia! Aos sábados abrimos às 9h e fechamos às 14h.'], isResolved: true },
    next: [],
  },
  {
    name: 'Davi Monteiro',
    channel: 'hub',
    queue: 'Vendas',
    lines: ['Boa tarde, a agenda acompanha caneta?'],
    next: ['Certo, vou comprar agora.'],
  },
  {
    name: 'Wagner Pires',
    channel: 'telegram',
    queue: 'Vendas',
    lines: ['Boa tarde, tem nanquim à prova d’água?', 'Preciso de:\n- preto, 2 frascos\n- sépia, 1 frasco'],
    next: ['Perfeito, quanto fica com o frete para Campinas?', 'Fechado!'],
  },
  {
    name: 'Larissa Fontes',
    channel: 'webchat',
    queue: 'Vendas',
    tag: 'Presente',
    lines: ['Oi! Vocês embrulham para presente?', 'Seria para sexta-feira'],
    next: ['Que ótimo! Pode ser papel azul?', 'Obrigada 💙'],
  },
  {
    name: 'Caetano Moura',
    channel: 'sms',
    queue: 'Financeiro',
    priority: 'urgent',
    lines: ['Meu pagamento nao foi reconhecido. Pedido 20398.'],
    next: ['Paguei por Pix ontem as 18h'],
  },
  {
    name: 'Marina Duarte',
    channel: 'whatsapp',
    queue: 'Vendas',
    tag: 'Cliente fiel',
    lines: ['Boa tarde! Vi um caderno de capa verde na vitrine.', 'Ainda tem?'],
    picture: 'É este aqui',
    next: ['Perfeito, quero dois *sem pauta*!', 'Vocês entregam ainda hoje?', 'Combinado, obrigada!'],
  },
  {
    name: 'Renata Okamoto',
    channel: 'email',
    queue: 'Suporte',
    lines: [
      'Pedido 20425 incompleto\nOlá,\n\nrecebi o pedido 20425 hoje cedo, mas faltou a caixa de lápis aquarelável ' +
        'de 36 cores. A nota fiscal lista o item.\n\nComo fazemos?\n\nRenata Okamoto\n(11) 3333-0199',
    ],
    next: ['Obrigada pelo retorno. Fico no aguardo do código de rastreio.'],
  },
  {
    name: 'Igor Vasconcelos',
    channel: 'wuzapi',
    queue: 'Suporte',
    lines: ['A impressora que comprei não liga', 'Já troquei de tomada'],
    next: ['Isso, o modelo é esse mesmo', 'Agora ligou! Era o cabo. Valeu!'],
  },
]

/** Customers who write for the first time while the demo runs. */
export const later: readonly Story[] = [
  {
    name: 'Sofia Andrade',
    channel: 'waba',
    queue: 'Vendas',
    lines: ['Oi, vocês têm papel vegetal A3?'],
    next: ['Quero 10 folhas, por favor', 'Obrigada!'],
  },
  {
    name: 'Heitor Campos',
    channel: 'instagram',
    queue: 'Vendas',
    lines: ['Adorei a vitrine nova! O globo está à venda?'],
    next: ['Vou passar aí amanhã então'],
  },
  {
    name: 'Lívia Prates',
    channel: 'webchat',
    queue: 'Suporte',
    lines: ['Não consigo finalizar a compra, o site diz “CEP inválido”'],
    next: ['O CEP é 13010-000', 'Agora foi, obrigada!'],
  },
  {
    name: 'Marcelo Antunes',
    channel: 'telegram',
    queue: 'Financeiro',
    lines: ['Bom dia! Podem emitir a nota no CNPJ da empresa?'],
    next: ['12.345.678/0001-95', 'Obrigado!'],
  },
  {
    name: 'Yara Nascimento',
    channel: 'whatsapp',
    queue: 'Vendas',
    tag: 'Presente',
    lines: ['Vocês gravam nome em caneta?', 'É para uma formatura'],
    next: ['São 25 canetas', 'Fechado, vou enviar os nomes'],
  },
]
