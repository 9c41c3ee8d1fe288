import { profileConstants } from '#shared/constants/profiles.ts';

/** An invented player, as its profile shows it. */
export interface InventedPlayer {
  username: string;
  /** The display name. Empty if the player did not set one. */
  name: string;
  description: string;
  /** The file name of the avatar. Empty for the default avatar. */
  profilePic: string;
}

/** A source of random numbers. */
export interface RandomNumbers {
  /** A real number from `min` up to, not including, `max`. */
  between(min: number, max: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

const firstNames = splitWords(`
  Aiko Alba Amara Anders Anouk Arjun Astrid Beatriz Bilal Bruno Carmen Chidi Clara Dalia Dario Deniz
  Dmitri Edda Elif Emeka Enzo Esme Farah Felix Freya Gita Goran Greta Hana Hassan Hugo Ilse Imani Ines
  Ivo Jamal Jana Joaquin Juno Kaito Kamala Katya Kofi Lars Leila Lena Levi Linh Luca Lucia Maeve Magnus
  Malik Marta Mateo Mei Milan Mina Nadia Naoki Nia Nikos Nils Noor Odile Olga Omar Oona Otto Paloma
  Petra Priya Quinn Rafael Rania Rhea Rosa Rui Sadie Samir Selma Signe Soren Tala Tariq Tess Thandi Theo
  Tomas Uma Valentin Vera Viggo Wanda Xavi Yara Yuki Zahra Zeno Zofia`);
const adjectives = splitWords(`
  Amber Ashen Boreal Brass Cinder Cobalt Copper Crooked Dapper Dusty Ember Fern Frosty Gentle Golden
  Hollow Idle Iron Ivory Jolly Lunar Mellow Midnight Mossy Nimble Northern Opal Paper Pixel Quiet Rusty
  Salty Scarlet Silent Silver Sleepy Solar Stormy Sunny Tidal Velvet Violet Wandering Wild Winter`);
const nouns = splitWords(`
  Anchor Archer Badger Beacon Bishop Comet Compass Crow Dragon Falcon Ferret Fox Gambit Gecko Harbor
  Hare Heron Juggler Kettle Knight Lantern Lynx Magpie Mantis Marmot Moth Otter Owl Panda Pilot Pirate
  Puffin Quokka Ranger Raven Rogue Sparrow Squire Tinker Toad Turnip Wizard Wolf Wren Yeti`);
const descriptions = [
  'Here for the stories, staying for the cards.',
  'Two jobs, one cat, forty unfinished games.',
  'Couch co-op on Fridays. Bring snacks.',
  'I read every codex entry.',
  'Slow player, happy player.',
  'Collecting the Golf set, missing one. Of course it is that one.',
  'Speedruns badly, on purpose.',
  'Strategy on weekdays, racing on Sundays.',
  'Club treasurer. Ask me about the tournament.',
  'Mostly indie, sometimes nostalgic.',
  'Left-handed, inverted Y axis, no regrets.',
  'Looking for a patient party for long campaigns.',
  'I fish in every game that has fishing.',
  'Retired raid leader. Please do not ask me to lead.',
  'Puzzle games and strong tea.',
  'My backlog has a backlog.',
  'Plays with the sound on.',
  'Photo mode is my main quest.',
  'Selling my duplicates. Make me an offer.',
  'Learning to lose with style.',
  'Night shift. Online when you sleep.',
  'Started with a joystick and two colours.',
  'Always picks the healer.',
  'Horror games, but only at noon.',
] as const;

/** Invents a player from lists of names. The username can be longer than allowed, or taken. */
export function inventPlayer(random: RandomNumbers): InventedPlayer {
  const happensWith = (probability: number) => random.between(0, 1) < probability;
  const firstName = random.pick(firstNames);
  const adjective = random.pick(adjectives);
  const noun = random.pick(nouns);
  const suffix = Math.floor(random.between(2, 99));
  const username = random.pick([
    adjective + noun,
    adjective + noun,
    `${adjective}_${noun}`.toLowerCase(),
    `${noun}${suffix}`,
    `${firstName}-${noun}`,
    `${firstName}_${suffix}`.toLowerCase(),
    `${firstName}The${noun}`,
    firstName.toLowerCase() + noun.toLowerCase(),
  ]);
  return {
    username,
    name: happensWith(0.6) ? firstName : '',
    description: happensWith(0.7) ? random.pick(descriptions) : '',
    profilePic: happensWith(0.85)
      ? random.pick(profileConstants.pictures as [string, ...string[]])
      : '',
  };
}

function splitWords(text: string): [string, ...string[]] {
  return text.trim().split(/\s+/) as [string, ...string[]];
}
