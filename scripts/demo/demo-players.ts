import { seeded } from '#catalog/seeded-random.ts';
import { usernameConstants } from '#shared/constants/accounts.ts';
import { profileConstants } from '#shared/constants/profiles.ts';

/** The account to log in with, and the password that all demo players share. */
export const demoLogin = { username: 'demo', password: 'guildhall-demo' } as const;

export interface DemoPlayer {
  username: string;
  email: string;
  /** Empty when the player did not change it after registration. */
  name: string;
  description: string;
  profilePic: string;
}

const firstNames = words(`
  Aiko Alba Amara Anders Anouk Arjun Astrid Beatriz Bilal Bruno Carmen Chidi Clara Dalia Dario Deniz
  Dmitri Edda Elif Emeka Enzo Esme Farah Felix Freya Gita Goran Greta Hana Hassan Hugo Ilse Imani Ines
  Ivo Jamal Jana Joaquin Juno Kaito Kamala Katya Kofi Lars Leila Lena Levi Linh Luca Lucia Maeve Magnus
  Malik Marta Mateo Mei Milan Mina Nadia Naoki Nia Nikos Nils Noor Odile Olga Omar Oona Otto Paloma
  Petra Priya Quinn Rafael Rania Rhea Rosa Rui Sadie Samir Selma Signe Soren Tala Tariq Tess Thandi Theo
  Tomas Uma Valentin Vera Viggo Wanda Xavi Yara Yuki Zahra Zeno Zofia`);
const firstWords = words(`
  Amber Ashen Boreal Brass Cinder Cobalt Copper Crooked Dapper Dusty Ember Fern Frosty Gentle Golden
  Hollow Idle Iron Ivory Jolly Lunar Mellow Midnight Mossy Nimble Northern Opal Paper Pixel Quiet Rusty
  Salty Scarlet Silent Silver Sleepy Solar Stormy Sunny Tidal Velvet Violet Wandering Wild Winter`);
const secondWords = words(`
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
  'Will trade doubles. Make me an offer.',
  'Learning to lose with style.',
  'Night shift. Online when you sleep.',
  'Started with a joystick and two colours.',
  'Always picks the healer.',
  'Horror games, but only at noon.',
] as const;

/** Generates `count` players, always the same for the same `count`. The first is the demo account. */
export function generatePlayers(count: number): DemoPlayer[] {
  const found = new Map<string, DemoPlayer>();
  found.set(demoLogin.username, {
    username: demoLogin.username,
    email: emailOf(demoLogin.username),
    name: 'Demo Player',
    description: 'Shows newcomers around. Log in as me and look at everything.',
    profilePic: 'profile4.webp',
  });
  for (let index = 0; found.size < count; index += 1) {
    const person = generatePlayer(`person ${index}`);
    if (person.username.length > usernameConstants.max) continue;
    if (!found.has(person.username.toLowerCase())) {
      found.set(person.username.toLowerCase(), person);
    }
  }
  return [...found.values()];
}

function generatePlayer(seed: string): DemoPlayer {
  const random = seeded(seed);
  const chance = (share: number) => random.between(0, 1) < share;
  const [firstName, first, second] = [firstNames, firstWords, secondWords].map((list) =>
    random.pick(list),
  ) as [string, string, string];
  const number = Math.floor(random.between(2, 99));
  const username = random.pick([
    first + second,
    first + second,
    `${first}_${second}`.toLowerCase(),
    `${second}${number}`,
    `${firstName}-${second}`,
    `${firstName}_${number}`.toLowerCase(),
    `${firstName}The${second}`,
    firstName.toLowerCase() + second.toLowerCase(),
  ]);
  return {
    username,
    email: emailOf(username),
    name: chance(0.6) ? firstName : '',
    description: chance(0.7) ? random.pick(descriptions) : '',
    profilePic: chance(0.85) ? random.pick(profileConstants.pictures as [string, ...string[]]) : '',
  };
}

/** An address in a domain that never exists (RFC 2606), so that no mail reaches a real person. */
function emailOf(username: string): string {
  return `${username.toLowerCase()}@demo.example`;
}

function words(text: string): [string, ...string[]] {
  return text.trim().split(/\s+/) as [string, ...string[]];
}
