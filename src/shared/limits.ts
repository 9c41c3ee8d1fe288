/** Every limit of the product, by noun. `spec N` names the section of the specification. */

export const username = {
  min: 3,
  /** spec 5: username input limited to 20 characters. */
  max: 20,
} as const;

export const password = { min: 8, max: 128 } as const;

export const email = { max: 254 } as const;

export const profile = {
  /** spec 5 and 9. */
  nameMax: 20,
  descriptionMax: 200,
  /** spec 3: nine fixed files, profile1 to profile9, webp. */
  pictures: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `profile${number}.webp`),
} as const;

export const session = {
  lifetimeMs: 30 * 24 * 60 * 60 * 1000,
  /** A session is prolonged at most this often, so that reading pages does not write. */
  renewAfterMs: 24 * 60 * 60 * 1000,
  /** The oldest end. */
  perAccount: 50,
} as const;

/** What a browser carries that was logged in before. */
export const device = {
  lifetimeMs: 365 * 24 * 60 * 60 * 1000,
  /** Of one browser, as in a classroom. */
  accountsMax: 8,
} as const;

/** Sessions of the app backend, which third-party clients speak to. */
export const appSession = {
  accessMs: 30 * 60 * 1000,
  /** An anonymous one does not expire. */
  refreshMs: 60 * 24 * 60 * 60 * 1000,
  /** A loginId lives as long as a web session, but is not prolonged by use. */
  loginIdMs: 30 * 24 * 60 * 60 * 1000,
  /** Of one account, and so many loginIds: of more the oldest end. */
  perAccount: 50,
  apiKeysPerAccount: 20,
  apiKeyNameMax: 100,
  bodyMaxBytes: 256 * 1024,
  /** Of a request that is too large so much is read before that is said. */
  readOnBytes: 1024 * 1024,
} as const;

/** Guests unseen for 30 days are retired. */
export const guest = { unseenMs: 30 * 24 * 60 * 60 * 1000 } as const;

/** Reset and confirm links work once, for an hour. */
export const mailLink = { lifetimeMs: 60 * 60 * 1000 } as const;

/** Mails that were asked for: how often each node sends them, and how many at once. */
export const mailRequest = { sendEveryMs: 2_000, atOnce: 10 } as const;

/** spec 5 and 9: what the screens wait for, in milliseconds. */
export const timers = {
  registerRedirectMs: 3_000,
  registerErrorMs: 5_000,
  bannerMs: 5_000,
  chunkLoadMs: 120_000,
} as const;

export const money = {
  balanceMaxCents: 100_000_00,
  topUpMinCents: 1_00,
  topUpMaxCents: 500_00,
  topUpChoicesCents: [5_00, 10_00, 20_00, 50_00, 100_00],
  /** spec 9: daily reward 20 coins, once per calendar day. */
  dailyRewardCents: 20_00,
} as const;

export const idempotencyKey = { lifetimeMs: 24 * 60 * 60 * 1000 } as const;

export const shop = {
  pageSize: 24,
  searchMax: 100,
  /** From this many ratings on a game's rating ranks it; below, a handful of people would. */
  ratedFrom: 20,
  /** Exact counts stop here; beyond it a page says '10,000+'. */
  countMax: 10_000,
  /** The deepest page that can be asked for, so that an offset stays bounded. */
  pageMax: 1_000,
} as const;

/** What a games database is asked, how often, and for how long what it answered is good. */
export const gamesDatabase = {
  freshMs: 24 * 60 * 60 * 1000,
  /** Answers that nobody asked for again are forgotten after 30 days; the games of them stay. */
  keptMs: 30 * 24 * 60 * 60 * 1000,
  /** How long a page waits when it has something to show without the answer, and when it has not. */
  patienceMs: 700,
  longPatienceMs: 4_000,
  /** A call that takes longer has failed, whatever becomes of it. */
  callMs: 25_000,
  /** So many calls of a node at once; others wait, for `longPatienceMs` at most. */
  callsAtOnce: 6,
  callsWaitingMax: 100,
  /** A node that asks and ends is believed to be asking for this long. */
  claimMs: 30_000,
  /** How often one looks whether the answer that another node waits for is there. */
  lookMs: 250,
  /** How long a stop waits for the calls under way. */
  stopMs: 2_000,
  /** After so many failures in a row nothing is asked for a while, each time for twice as long. */
  failuresInRow: 3,
  restMinMs: 30_000,
  restMaxMs: 10 * 60 * 1000,
  /** The longest that a source is believed when it says when to ask again. */
  retryAfterMaxMs: 24 * 60 * 60 * 1000,
  /** When to come back for what could not be asked for. */
  retryMs: 60_000,
  /** A question whose answer cannot be read or kept is left alone for as long. */
  spoiledMs: 10 * 60 * 1000,
  /** RAWG's free plan: calls a calendar month. */
  callsPerMonth: 20_000,
  /** A term of fewer characters finds beginnings of words here and everything there. */
  searchMin: 3,
  /** The deepest page that is asked for. */
  pageMax: 40,
  /** Companies of the bundle have ids of our own from here on, which no source knows. */
  ownCompaniesFrom: 1_000_000_000,
} as const;

/** The shelves above the shop's list. */
export const shelf = {
  size: 6,
  /** The same for everybody, they may be as old as this. */
  freshMs: 60_000,
  /** How many covers hint at what a genre has, chosen among so many of its best known games. */
  covers: 3,
  knownGames: 24,
} as const;

/** Games that this browser has looked at. */
export const viewed = { max: 12 } as const;

/** Pictures of games that lie elsewhere and pass through here, and those that are made for sharing. */
export const gamePictures = {
  /** What a source may send, in bytes and in pixels. */
  bytesMax: 8 * 1024 * 1024,
  pixelsMax: 50_000_000,
  /** What is kept of them on disk. */
  keptBytesMax: 512 * 1024 * 1024,
  /** So many are fetched at once, and wait for that; who comes later is asked to come again. */
  fetchesAtOnce: 4,
  /** Of these from the same place. */
  fetchesOfOrigin: 2,
  waitingMax: 200,
  /** How many shared ones wait; one at a time is made of them. Of the drawn ones each takes a moment. */
  sharesWaitingMax: 100,
  drawnSharesWaitingMax: 400,
  /** What could not be had is not tried again for as long. */
  missedMs: 60 * 1000,
  /** A source that fails so often in a row is left alone, for `missedMs` or as long as it says. */
  failuresInRow: 3,
  restMaxMs: 10 * 60 * 1000,
} as const;

/** The card market. */
export const market = {
  /** Cents. */
  priceMinCents: 1,
  priceMaxCents: 10_000_00,
  /** Open listings of one account. */
  openMax: 100,
  /** For so long after registering an account trades `firstDayCents` each way, and no guest's cards. */
  firstDayMs: 24 * 60 * 60 * 1000,
  firstDayCents: 100_00,
  /** spec 2 and 9. */
  pageSize: 10,
  pageWindow: 4,
  searchMax: 100,
  /** Exact counts stop here, and so does paging. */
  countMax: 10_000,
  /** What a card's page tells of its sales. */
  salesShown: 20,
  medianMs: 30 * 24 * 60 * 60 * 1000,
  medianSellersMin: 3,
} as const;

export const wallet = { pageSize: 20 } as const;

export const play = {
  /** spec 4: progress rises 1 percent per step until 100 percent. */
  stepsPerCycle: 100,
  toleranceMs: 500,
  /** A play session without a call for ten minutes has ended. */
  idleMs: 10 * 60 * 1000,
  /** A session that ended and was awarded nothing is forgotten after a day. */
  endedKeptMs: 24 * 60 * 60 * 1000,
  /** How often a page that plays calls at least, also from a hidden tab. */
  heartbeatMs: 60 * 1000,
} as const;

/** Lists whose reader chooses how many items are on a page; spec 5: from 10 to 100. */
export const list = {
  perPageMin: 10,
  perPageMax: 100,
  perPageChoices: [10, 20, 50, 100],
  searchMax: 100,
} as const;

export const library = { pageSize: 20 } as const;

/** spec 5 and 9: inventory paging. */
export const inventory = {
  perPageDefault: 20,
  perPageWide: 24,
  wideFromPx: 1920,
  pageWindow: 5,
  modalUpToPx: 650,
} as const;

/** An account counts as Online for this long after its last request. */
export const presence = {
  onlineMs: 60 * 1000,
  /** How often a node writes who was seen on it and who is connected: well below `onlineMs`. */
  writeEveryMs: 15_000,
} as const;

export const social = {
  searchMax: 20,
  pageSize: 20,
  /** Exact counts stop here, and so does paging. */
  countMax: 10_000,
  /** Up to so many accounts all usernames are read for a term that no index can narrow. */
  wholeMax: 20_000,
} as const;

export const friends = {
  /** Requests of one account that wait for an answer, or seem to. */
  pendingMax: 20,
  /** A declined request reads as pending for so long; then it may be sent again. */
  declinedMs: 24 * 60 * 60 * 1000,
  pageSize: 20,
  pageMax: 500,
  /** Friends of one account. */
  max: 1_000,
  /** How often a list is read anew while it is looked at: half of what a status may be out of date. */
  rereadMs: 30_000,
} as const;

/** spec 5 and 9: comments on profiles. */
export const profileComment = { max: 750, pageSize: 10, pageMax: 1_000 } as const;

/** spec 5, 7 and 9, product 7: discussions and what is said in them. */
export const discussion = {
  titleMax: 120,
  contentMax: 10_000,
  gameMax: 100,
  /** spec 9: what the list shows of the content. */
  previewLength: 30,
  pageSize: 5,
  pageWindow: 4,
  searchMax: 100,
  /** Exact counts of all, or of a tag, stop here, and so does paging. */
  countMax: 10_000,
  /** As `countMax`, of a search or of several tags; where there are more, so many can be paged through. */
  foundMax: 1_000,
  foundShown: 200,
  /** How far a search looks, in order, for a page of the many that there are. */
  walkMax: 20_000,
  /** Among so many a term of one or two characters is looked for anywhere; beyond, where words begin. */
  shortSearchMax: 20_000,
  /** Of so many the rest is told: how common a term is. */
  sampled: 2_000,
  sampleMs: 10 * 60 * 1000,
  /** What a game's page shows. */
  ofGame: 5,
  suggestions: 8,
  commentMax: 1_000,
  commentPageSize: 10,
  commentPageMax: 10_000,
  /** Of one discussion: what is on its pages. */
  commentsMax: 100_000,
  /** So many are told of one comment. */
  toldMax: 5_000,
} as const;

export const notice = {
  pageSize: 20,
  /** So many can be paged through. */
  pagedMax: 1_000,
  /** Counts in the navigation stop here: '99+'. */
  countMax: 99,
  /** What was read is forgotten after 90 days, what was not after a year. */
  readKeptMs: 90 * 24 * 60 * 60 * 1000,
  keptMs: 365 * 24 * 60 * 60 * 1000,
  /** How long notices gather before they are written together. */
  gatherMs: 100,
  /** When what could not be written is tried again. */
  retryMs: 5_000,
  /** What is kept of a database that does not answer; what is lost beyond is logged so often at most. */
  waitingMax: 10_000,
  lostLogMs: 60_000,
} as const;

/** Chat messages, which are the private messages (spec 5 and 9). */
export const chat = {
  textMax: 1_000,
  /** spec 9: the last 5 first, Show More adds 5. */
  shownFirst: 5,
  shownMore: 5,
  /** So many are answered at once to a client that asks for what it missed. */
  missedMax: 200,
  /** The same in bytes of text. */
  missedBytes: 128 * 1024,
  /** Ten messages in ten seconds. */
  perWindow: 10,
  windowMs: 10_000,
  /** A client that has heard nothing for so long asks for what is after its last number. */
  silentMs: 30_000,
  /** What is still sent when its refusal is known is read for so long at most. */
  readOnMs: 120_000,
  /** A conversation whose other side is seen typing stops being so after this. */
  typingMs: 5_000,
  /** Conversations on a page, and so many can be paged through. */
  pageSize: 20,
  pagedMax: 10_000,
} as const;

/** spec 9: the socket's reconnect delays and time-out; then what one connection may send. */
export const socket = {
  path: '/socket.io',
  reconnectMinMs: 1_000,
  reconnectMaxMs: 5_000,
  timeoutMs: 20_000,
  /** How often the server sends a ping, and how late one may come before a browser calls itself offline. */
  pingEveryMs: 25_000,
  pingLateMs: 10_000,
  payloadMaxBytes: 16 * 1024,
  /** Events of any kind; a connection that sends ten times as many packets is cut. */
  eventsPerWindow: 60,
  eventsWindowMs: 10_000,
  /** The same of one account, over all of its connections on one node. */
  eventsOfAccount: 240,
  /** Events of one account that are worked on at once; further ones wait. */
  eventsAtOnce: 8,
  eventsWaitingMax: 240,
  /** Bytes that were not sent yet, of one connection, of one account and of all: beyond, the largest is cut. */
  unsentMaxBytes: 1024 * 1024,
  unsentOfAccountBytes: 4 * 1024 * 1024,
  unsentOfAllBytes: 32 * 1024 * 1024,
  /** What an unsent packet is counted at beside its data. */
  packetBytes: 200,
  /** Connections of one account at once, on one node. */
  perAccount: 20,
  /** Connections at once of an address, and of all, that have not said yet whose they are. */
  strangersPerAddress: 320,
  strangersMax: 1_000,
  /** Clients say who they are at once: one that was silent for so long is the first to give way. */
  silentMs: 1_000,
  /** How long one may take to say so. */
  connectMs: 10_000,
  /** How often a node looks whether the sessions of its sockets still hold. */
  sessionsEveryMs: 30_000,
} as const;

/** Pictures that players send: what is read of them at all, and what is made of it. */
export const picture = {
  pixelsMax: 50_000_000,
  /** The decoder of AVIF holds a picture whole, at three times the memory of the others. */
  avifPixelsMax: 4_096 * 4_096,
  /** Only the first is shown, but all of them must be found. */
  framesMax: 1_000,
  /** Pixels on the long side. */
  fullSide: 2_048,
  thumbnailSide: 480,
  captionMax: 200,
  /** Of the gallery at once. */
  pageSize: 24,
} as const;

/** Uploads of pictures. */
export const upload = {
  nameMax: 100,
  /** Of a file that is sent. */
  bytesMax: 50_000_000,
  /** What a form may have around its file. */
  formBytesMax: 64 * 1024,
  /** Of one account in a calendar day (UTC). */
  perDay: 20,
  /** The same, with those that nobody posted within an hour: their places are free again. */
  perDayUnposted: 60,
  /** Of one account at a time. One of which nothing came for `idleMs` gives way to another. */
  openMax: 2,
  idleMs: 60_000,
  /** Of which nothing came at all, sooner: its client never had the answer, and begins again. */
  unheardMs: 2_000,
  /** Pictures that are made, or wait for that. */
  finishingMax: 20,
  /** Whole files that a node receives at once, and those of them from one address. */
  receivingMax: 40,
  receivingPerAddress: 6,
  /** A file that has come for so long at less than this gives its place to another of its address. */
  slowAfterMs: 10_000,
  slowBytesPerSecond: 32_000,
  /** A request of which nothing comes for so long is ended, and one of which less than this comes. */
  silentMs: 30_000,
  bytesPerSilence: 120_000,
  /** What is still sent when its refusal is known is read for so long at most. */
  readOnMs: 120_000,
  /** A picture of which its node did not note for so long that it goes on is lost with that node. */
  finishingMs: 90_000,
  /** What nobody went on with, and pictures that nobody posted, are cleared away after it. */
  abandonedMs: 60 * 60 * 1000,
  /** How often a node looks for what earlier processes left on its disk. */
  tidyEveryMs: 10 * 60 * 1000,
  /** Of so many deleted pictures the files are removed at once, while somebody waits for it. */
  removalsAtOnce: 4,
  /** What is left of a deleted picture, so that who asks learns that it is no more. */
  removedKeptMs: 30 * 24 * 60 * 60 * 1000,
  /** How often it is noted that an upload goes on. */
  noteEveryMs: 15_000,
  /** What may be asked for as `part_size`; spec 9: 5 MB. */
  partBytesMin: 5 * 1024 * 1024,
  /** A smaller file is sent in one request. */
  multipartBytesMin: 10 * 1024 * 1024,
  /** How often a part may be sent, on average of all. */
  triesPerPart: 4,
  /** A signature is for one upload, begun at once. */
  signatureMs: 10 * 60 * 1000,
  /** When who is told to wait comes again. */
  retryMs: 15_000,
} as const;

/** The file service's REST. */
export const fileService = {
  pageSize: 100,
  pageMax: 1_000,
  /** Files of one request that stores or deletes many. */
  batchMax: 100,
  /** How far the date of a signed request may be from ours, either way. */
  dateWithinMs: 5 * 60 * 1000,
  /** Of what goes with a file: names, their length and that of the values. */
  metadataMax: 50,
  metadataNameMax: 64,
  metadataValueMax: 512,
} as const;

export const moderation = {
  reasonMin: 3,
  reasonMax: 300,
  pageSize: 20,
  pageMax: 500,
  /** Days that a suspension can last; 0 stands for one without end. */
  suspensionDays: [1, 3, 7, 30, 0],
} as const;

/** What one may have done at once on a node, and how many more may wait; beyond, one is refused. */
export const fairShare = {
  account: { atOnce: 4, waitingMax: 100 },
  /** Of visitors: a whole school may be behind one. */
  address: { atOnce: 8, waitingMax: 600 },
  /** Forms of visitors, of all addresses together; and those that log in to one account. */
  visitors: { atOnce: 64, waitingMax: 2_400, waitingPerAccount: 12 },
  /** Long lists of everybody, after the shares above. */
  lists: { atOnce: 4, waitingMax: 2_000 },
  retryMs: 1_000,
} as const;

/** What clients of the wire are given at once, where a screen would have pages. */
export const wire = {
  rowsMax: 1_000,
  /** Bytes of the texts of one list, such as comments, messages or names: the oldest are cut. */
  textBytes: 256 * 1024,
  /** Of each discussion in the list of all, and of all of them. */
  commentsEach: 100,
  commentsMax: 10_000,
  /** Beyond so many bytes of discussions the list of all has beginnings of this length alone. */
  contentsBytes: 2 * 1024 * 1024,
  previewLength: 100,
  /** Beyond so many it has no further comments. */
  commentsBytes: 2 * 1024 * 1024,
  /** Friends, and games, of each player in the list of all. */
  belongingsEach: 100,
  /** Beyond so many bytes of them the other players are listed without. */
  belongingsBytes: 1024 * 1024,
  /** Lists that are the same for everybody may be as old as this. */
  freshMs: 2_000,
} as const;
