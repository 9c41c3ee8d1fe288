import { gameIconNames } from '#catalog/game-icon-names.ts';
import { gameMoods, type Mood } from '#catalog/game-moods.ts';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { type Palette, paletteFor, tellingGenre } from './colour-palettes.ts';

/** What all cards of a game have in common. */
export type GameStyle = {
  id: number;
  genre: string;
  mood: Mood;
  colours: Palette;
  /** The name of the icon of the game, which is also on its cover. */
  emblem: string;
};

/** The style of a game: as chosen by hand for a bundled game, otherwise from its genres and its id. */
export function gameStyle(id: number, genres: readonly string[]): GameStyle {
  const genre = tellingGenre(genres);
  const random = createSeededRandom(`style ${id}`);
  const mood = gameMoods[id] ?? random.pick(moodsByGenre[genre] ?? ['warm', 'royal']);
  const emblem = gameIconNames[id] ?? random.pick(emblemsByGenre[genre] ?? otherEmblems);
  return { id, genre, mood, colours: paletteFor(genre, mood, id), emblem };
}

/** The style of cards that belong to no game in particular. */
export const noGame: GameStyle = {
  id: 0,
  genre: 'action',
  mood: 'royal',
  colours: paletteFor('action', 'royal', 0),
  emblem: 'crown',
};

/** The names of all icons that can be an emblem. */
export function allEmblems(): string[] {
  const drawn = [...Object.values(emblemsByGenre).flat(), ...otherEmblems];
  return [...new Set([...Object.values(gameIconNames), ...drawn, noGame.emblem])];
}

const moodsByGenre: Readonly<Record<string, readonly [Mood, ...Mood[]]>> = {
  racing: ['neon', 'bright', 'warm'],
  sports: ['bright', 'wild'],
  fighting: ['neon', 'grim', 'royal'],
  card: ['royal', 'warm'],
  puzzle: ['bright', 'cosmic', 'eerie', 'cold'],
  platformer: ['bright', 'wild', 'eerie'],
  family: ['bright', 'warm'],
  casual: ['bright', 'warm', 'wild'],
  'role-playing-games-rpg': ['royal', 'wild', 'eerie', 'cold'],
  strategy: ['royal', 'war', 'cosmic', 'cold'],
  simulation: ['bright', 'wild', 'warm', 'cosmic'],
  shooter: ['war', 'grim', 'cosmic', 'neon'],
  arcade: ['neon', 'bright', 'cosmic'],
  'massively-multiplayer': ['royal', 'cosmic', 'wild'],
  adventure: ['warm', 'wild', 'eerie', 'cold'],
  indie: ['warm', 'eerie', 'cosmic', 'cold'],
  action: ['war', 'grim', 'neon', 'cosmic'],
};

const otherEmblems = ['compass', 'hourglass', 'lantern-flame', 'open-book'] as const;

const emblemsByGenre: Readonly<Record<string, readonly [string, ...string[]]>> = {
  racing: ['checkered-flag', 'full-motorcycle-helmet', 'steering-wheel', 'car-wheel'],
  sports: ['soccer-ball', 'trophy', 'whistle', 'basketball-ball'],
  fighting: ['boxing-glove', 'punch', 'black-belt', 'fist'],
  card: ['card-ace-spades', 'card-joker', 'poker-hand', 'card-random'],
  puzzle: ['jigsaw-piece', 'rolling-dices', 'cube', 'maze'],
  platformer: ['jumping-dog', 'ladder', 'mushroom', 'feather'],
  family: ['balloon-dog', 'toy-mallet', 'kite', 'balloons'],
  casual: ['cherry', 'teapot', 'sunflower', 'sea-turtle'],
  'role-playing-games-rpg': ['wizard-staff', 'broadsword', 'griffin-symbol', 'magic-potion'],
  strategy: ['chess-knight', 'castle', 'knight-banner', 'tower-flag'],
  simulation: ['gears', 'windmill', 'farm-tractor', 'airplane'],
  shooter: ['crosshair', 'bullets', 'brodie-helmet', 'reticule'],
  arcade: ['joystick', 'rocket', 'ghost', 'rocket-flight'],
  'massively-multiplayer': ['globe-ring', 'globe', 'dragon-spiral', 'rally-the-troops'],
  adventure: ['treasure-map', 'spyglass', 'backpack', 'mountain-cave'],
  indie: ['paper-lantern', 'maple-leaf', 'fox', 'audio-cassette'],
  action: ['sword-clash', 'lightning-bow', 'saber-slash', 'running-ninja'],
};
