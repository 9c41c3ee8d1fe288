import { createSeededRandom } from '#catalog/seeded-random.ts';
import { usernameConstants } from '#shared/constants/accounts.ts';
import { profileConstants } from '#shared/constants/profiles.ts';

/** The account to log in with, and the password that all demo players share. */
export const demoLogin = { username: 'demo', password: 'guildhall-demo' } as const;

export interface DemoPlayer {
  username: string;
  email: string;
  /** The display name. Empty if the player did not set one. */
  name: string;
  description: string;
  /** The file name of the avatar. Empty for the default avatar. */
  profilePic: string;
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

/**
 * Generates `count` players, always the same ones: a smaller `count` gives the first of them. The first
 * player is the demo account.
 */
export function generatePlayers(count: number): DemoPlayer[] {
  const playersByUsername = new Map<string, DemoPlayer>();
  playersByUsername.set(demoLogin.username, {
    username: demoLogin.username,
    email: emailOf(demoLogin.username),
    name: 'Demo Player',
    description: 'Shows newcomers around. Log in as me and look at everything.',
    profilePic: 'profile4.webp',
  });
  for (let index = 0; playersByUsername.size < count; index += 1) {
    const player = generatePlayer(`person ${index}`);
    if (player.username.length > usernameConstants.max) continue;
    if (!playersByUsername.has(player.username.toLowerCase())) {
      playersByUsername.set(player.username.toLowerCase(), player);
    }
  }
  return [...playersByUsername.values()];
}

function generatePlayer(seed: string): DemoPlayer {
  const random = createSeededRandom(seed);
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
    email: emailOf(username),
    name: happensWith(0.6) ? firstName : '',
    description: happensWith(0.7) ? random.pick(descriptions) : '',
    profilePic: happensWith(0.85)
      ? random.pick(profileConstants.pictures as [string, ...string[]])
      : '',
  };
}

/** Uses the reserved domain `.example` (RFC 2606), so that no real person gets mail. */
function emailOf(username: string): string {
  return `${username.toLowerCase()}@demo.example`;
}

function splitWords(text: string): [string, ...string[]] {
  return text.trim().split(/\s+/) as [string, ...string[]];
}
