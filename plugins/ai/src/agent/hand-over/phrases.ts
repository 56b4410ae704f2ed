/* Phrases in the four languages of the product, by which rules decide without a model. `*`: the word may go on. */

/** Somebody asks for a person. */
export const wantsPerson = [
  ...['falar com atendente', 'falar com um atendente', 'falar com uma atendente', 'falar com um humano'],
  ...['falar com uma pessoa', 'falar com alguem', 'falar com gente', 'falar com o gerente', 'falar com um gerente'],
  ...['falar com o responsavel', 'falar com o supervisor', 'quero um atendente', 'quero uma atendente'],
  ...['quero atendente', 'quero um humano', 'quero uma pessoa', 'preciso de um atendente', 'preciso de uma pessoa'],
  ...['atendimento humano', 'atendente humano', 'pessoa de verdade', 'chama um atendente', 'chame um atendente'],
  ...['chamar um atendente', 'me passa para um atendente', 'me transfere para um atendente'],
  ...['hablar con una persona', 'hablar con un humano', 'hablar con un agente', 'hablar con alguien'],
  ...['hablar con un asesor', 'hablar con el encargado', 'hablar con un gerente', 'quiero un agente'],
  ...['quiero una persona', 'necesito una persona', 'agente humano', 'persona real', 'atencion humana'],
  ...['talk to a human', 'talk to a person', 'talk to someone', 'talk to somebody', 'talk to an agent'],
  ...['talk to your manager', 'talk to a manager', 'talk to a real person', 'speak to a human', 'speak to a person'],
  ...['speak to someone', 'speak to an agent', 'speak to a manager', 'speak with a human', 'speak with a person'],
  ...['speak with someone', 'speak with an agent', 'human agent', 'real person', 'live agent', 'i want a human'],
  ...['i want a person', 'i need a human', 'i need a person', 'get me a human'],
  ...[
    'позовите человека',
    'позовите оператора',
    'позови оператора',
    'соедините с оператором',
    'переключите на оператора',
  ],
  ...['соедините с человеком', 'поговорить с человеком', 'поговорить с оператором', 'поговорить с менеджером'],
  ...['живой человек', 'живого человека', 'живым человеком', 'нужен оператор', 'нужен человек', 'хочу оператора'],
]
/** The whole of a short message that asks for a person. */
export const personAlone = [
  ...['atendente', 'humano', 'pessoa', 'operador', 'operadora', 'gerente', 'supervisor'],
  ...['agente', 'persona', 'human', 'person', 'agent', 'operator', 'representative', 'manager'],
  ...['оператор', 'человек', 'менеджер', 'оператора'],
]
/** Words that may stand beside them in a short message. */
export const politeWords = [
  ...['por', 'favor', 'um', 'uma', 'un', 'una', 'a', 'an', 'please', 'quero', 'quiero', 'oi', 'ola', 'hola'],
  ...['hello', 'hi', 'пожалуиста', 'agora', 'ahora', 'now', 'pls', 'pf', 'o', 'the', 'el'],
]
/** What turns a wish into its opposite, before the phrase. */
export const negations = [
  ...['nao quero', 'nao preciso', 'sem', 'no quiero', 'no necesito', 'sin', 'do not want to', 'don t want to'],
  ...['do not need to', 'don t need to', 'не хочу', 'не надо', 'не нужно', 'без'],
]

/** Somebody is angry: insults, what is called a fraud, and what is threatened with. */
export const angry = [
  ...['absurdo', 'palhacada', 'que vergonha', 'uma vergonha', 'ridiculo', 'ridicula', 'um lixo', 'incompetent*'],
  ...['idiota*', 'imbecil', 'imbecis', 'merda', 'porra', 'caralho', 'otario', 'golpe', 'golpistas', 'ladroes'],
  ...['vou processar', 'processar voces', 'procon', 'reclame aqui', 'pessimo atendimento', 'inaceitavel', 'cansei'],
  ...['estou farto', 'estou farta', 'com raiva', 'desrespeito', 'que droga', 'furioso', 'furiosa', 'revoltad*'],
  ...['verguenza', 'una basura', 'mierda', 'estafa', 'estafadores', 'inaceptable', 'estoy harto', 'estoy harta'],
  ...['voy a denunciar', 'pesimo servicio', 'ladrones', 'enojado', 'enojada'],
  ...['ridiculous', 'unacceptable', 'bullshit', 'shit', 'fuck*', 'idiot*', 'scam', 'scammers', 'fed up'],
  ...['terrible service', 'worst service', 'sue you', 'furious', 'i am angry', 'i m angry', 'pissed off', 'disgrace*'],
  ...['безобразие', 'отвратительно', 'хамство', 'идиот*', 'дерьмо', 'мошенник*', 'сколько можно', 'возмутительно'],
  ...['подам в суд', 'бесит', 'достали', 'ужасныи сервис', 'позор', 'я в ярости'],
]

/** Somebody says that an answer did not help. */
export const notHelped = [
  ...['nao foi isso', 'nao e isso', 'nao era isso', 'nao ajudou', 'nao me ajudou', 'nao adiantou', 'nao resolveu'],
  ...['nao entendeu', 'voce nao entende', 'ja falei', 'ja disse', 'ja respondi', 'resposta errada'],
  ...['no es eso', 'no era eso', 'no ayuda', 'no me ayuda', 'no me sirve', 'no entiende', 'ya lo dije', 'ya te dije'],
  ...['not what i asked', 'that s not it', 'did not help', 'didn t help', 'doesn t help', 'not helpful'],
  ...['you don t understand', 'already told you', 'already said', 'wrong answer'],
  ...['не то', 'не об этом', 'не помогло', 'не помог', 'вы не поняли', 'ты не понял', 'уже говорил', 'уже говорила'],
]

/** An answer that says that it does not know. */
export const notKnown = [
  ...['nao tenho certeza', 'nao sei', 'nao tenho essa informacao', 'nao tenho informac*', 'nao encontrei essa'],
  ...['no estoy seguro', 'no estoy segura', 'no lo se', 'no tengo esa informacion', 'no tengo informacion'],
  ...['i m not sure', 'i am not sure', 'i don t know', 'i do not know', 'i don t have that information'],
  ...['i do not have that information', 'не уверен*', 'я не знаю', 'нет такои информации', 'у меня нет информации'],
]
