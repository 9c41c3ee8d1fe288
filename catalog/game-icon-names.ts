import type { Avatar } from './art/pictures/avatar.ts';

/**
 * The picture in the middle of each game's cover: game id to the name of an icon in
 * `@iconify-json/game-icons`, picked by hand for what the game is about, no two alike.
 */
export const gameIconNames: Readonly<Record<number, string>> = {
  3498: 'palm-tree', // Grand Theft Auto V
  3328: 'wolf-head', // The Witcher 3: Wild Hunt
  12020: 'severed-hand', // Left 4 Dead 2
  3439: 'butterfly-flower', // Life is Strange
  4291: 'ak47', // Counter-Strike: Global Offensive
  13536: 'portal', // Portal
  4062: 'bird-cage', // BioShock Infinite
  1030: 'spider-alt', // Limbo
  5286: 'high-shot', // Tomb Raider (2013)
  11859: 'dynamite', // Team Fortress 2
  13537: 'lambda', // Half-Life 2
  4286: 'diving-helmet', // BioShock
  10213: 'crystal-shrine', // Dota 2
  4459: 'bowling-strike', // Grand Theft Auto IV
  19103: 'byzantin-temple', // Half-Life 2: Lost Coast
  4200: 'companion-cube', // Portal 2
  4248: 'curvy-knife', // Dishonored
  5679: 'dragon-head', // The Elder Scrolls V: Skyrim
  3070: 'radioactive', // Fallout 4
  3939: 'clown', // PAYDAY 2
  422: 'war-pick', // Terraria
  3287: 'bat', // Batman: Arkham Knight
  4252: 'running-shoe', // Mirror's Edge
  9767: 'flying-beetle', // Hollow Knight
  3696: 'robot-golem', // Wolfenstein: The New Order
  39: 'coffee-mug', // Prey
  4570: 'circular-saw', // Dead Space
  4806: 'ringed-planet', // Mass Effect 2
  362: 'crossed-axes', // For Honor
  654: 'watering-can', // Stardew Valley
  5563: 'slot-machine', // Fallout: New Vegas
  12536: 'bleeding-eye', // Hellblade: Senua's Sacrifice
  4166: 'orbital', // Mass Effect
  864: 'rat', // Dishonored 2
  257201: 'light-sabers', // Star Wars Jedi: Fallen Order
  5525: 'guitar-head', // Brutal Legend
  2361: 'brain', // Psychonauts
  923: 'battle-mech', // Titanfall 2
  10065: 'modern-city', // Cities: Skylines
  2819: 'watchtower', // Firewatch
  22509: 'mining', // Minecraft
  23585: 'church', // Far Cry 5
  1450: 'puppet', // INSIDE
  3556: 'alien-skull', // Alien: Isolation
  25: 'evil-tower', // Middle-earth: Shadow of War
  58616: 'greek-temple', // Assassin's Creed Odyssey
  13627: 'hearts', // Undertale
  28153: 'egyptian-pyramids', // Assassin's Creed Origins
  8488: 'riot-shield', // Tom Clancy's Rainbow Six Siege
  998: 'biplane', // Battlefield 1
  2093: 'interstellar-path', // No Man's Sky
  9810: 'dinosaur-rex', // ARK: Survival Evolved
  17959: 'tree-growth', // Ori and the Blind Forest: Definitive Edition
  28202: 'hatchets', // Wolfenstein II: The New Colossus
  4639: 'griffin-shield', // Dragon Age: Origins
  58751: 'ring', // Halo Infinite
  58777: 'burning-skull', // DOOM Eternal
  5562: 'capitol', // Fallout 3
  4550: 'needle-drill', // Dead Space 2
  857: 'visored-helm', // Halo: The Master Chief Collection
  6617: 'sands-of-time', // Quantum Break
  1774: 'calavera', // Grim Fandango Remastered
  11726: 'flaming-sheet', // Dead Cells
  10419: 'manta-ray', // Subnautica
  3842: 'battle-tank', // Battlefield 4
  1959: 'goat', // Goat Simulator
  15834: 'billed-cap', // The Walking Dead: Season 2
  492: 'oni', // Yakuza 0
  274762: 'rocket', // The Outer Worlds
  18336: 'flashlight', // Alan Wake's American Nightmare
  58753: 'race-car', // Forza Horizon 4
  50778: 'handcuffs', // A Way Out
  17803: 'centurion-helmet', // Ryse: Son of Rome
  11312: 'campfire', // The Long Dark
  3554: 'lighthouse', // The Evil Within
  9966: 'meat-hook', // Dead by Daylight
  45821: 'furnace', // Frostpunk
  3350: 'cupcake', // Broken Age
  50781: 'galleon', // Sea of Thieves
  3052: 'starfighter', // STAR WARS Battlefront
  42187: 'family-house', // The Sims 4
  274480: 'scorpion', // Mortal Kombat 11
  4397: 'jet-fighter', // Battlefield 3
  4439: 'star-gate', // Mass Effect 3
  13820: 'mushroom-house', // The Elder Scrolls III: Morrowind
  15829: 'ionic-column', // Pillars of Eternity
  5636: 'boomerang-cross', // Rage
  58494: 'brodie-helmet', // Battlefield V
  4581: 'island', // Crysis
  326252: 'big-gear', // Gears 5
  382: 'binoculars', // Sniper Elite 4
  28121: 'card-draw', // Slay the Spire
  38: 'lightning-mask', // Injustice 2
  6773: 'soda-can', // Sunset Overdrive
  4388: 'helicopter', // Battlefield: Bad Company 2
  622492: 'smoking-volcano', // Forza Horizon 5
  20760: 'crystal-growth', // FINAL FANTASY XIII
  58764: 'banjo', // Outer Wilds
  455597: 'lovers', // It Takes Two
  3090: 'car-key', // Need for Speed
  58827: 'chef-toque', // Overcooked! 2
  2830: 'yarn', // Unravel
  17925: 'oak', // Fable Anniversary
  2354: 'sprint', // Mirror's Edge Catalyst
  23702: 'poker-hand', // Need for Speed Payback
  10125: 'delivery-drone', // Tom Clancy's Ghost Recon Wildlands
  616765: 'audio-cassette', // Marvel's Guardians of the Galaxy
  29173: 'eye-target', // Dishonored: Death of the Outsider
  2255: 'barbed-wire', // 7 Days to Die
  29171: 'syringe', // The Evil Within 2
  326251: 'clockwork', // Deathloop
  58585: 'nuclear-bomb', // Fallout 76
  11663: 'banana', // My Friend Pedro
  28615: 'chainsaw', // Gears of War
  28631: 'queen-crown', // Fable III
  19458: 'daemon-skull', // DOOM 3
  364806: 'tire-tracks', // Need for Speed Heat
  3838: 'police-car', // Need for Speed Rivals
  2639: 'purple-tentacle', // Day of the Tentacle Remastered
  244716: 'mountain-road', // DiRT Rally 2.0
  3400: 'police-badge', // Battlefield Hardline
  10436: 'golf-flag', // Golf With Your Friends
  28619: 'gears', // Gears of War 2
  22162: 'shop', // Moonlighter
  54491: 'nailed-head', // Quake
  4520: 'rabbit', // Alice: Madness Returns
  4154: 'iceberg', // Dead Space 3
  9831: 'broadsword', // Conan Exiles
  43: 'full-motorcycle-helmet', // Full Throttle Remastered
  58385: 'anarchy', // Rage 2
  28580: 'spiked-dragon-head', // Dragon Age 2
  3134: 'desert-skull', // Wasteland 2: Director's Cut
  5390: 'flat-tire', // Burnout Paradise
  9811: 'canned-fish', // DayZ
  1854: 'pumpkin-lantern', // Costume Quest
  8278: 'tornado', // Gears of War 4
  28632: 'gear-hammer', // Gears of War 3
  58835: 'katana', // Yakuza Kiwami 2
  11460: 'astronaut-helmet', // ASTRONEER
  441738: 'cyborg-face', // The Ascent
  4125: 'bowman', // Crysis 3
  28608: 'sitting-dog', // Fable II
  43734: 'jerrycan', // State of Decay 2
  49225: 'dragon-balls', // DRAGON BALL FighterZ
  8444: 'mecha-mask', // Halo 5: Guardians
  4489: 'invisible', // Crysis 2
  440079: 'jeep', // DiRT 5
  42060: 'car-wheel', // Wreckfest
  257192: 'brain-tentacle', // Psychonauts 2
  11729: 'boxing-glove', // Gang Beasts
  44029: 'wheat', // My Time At Portia
  397473: 'shambling-zombie', // Back 4 Blood
  327227: 'lightning-storm', // Outriders
  455532: 'scout-ship', // Star Wars: Squadrons
  327219: 'chess-king', // Superliminal
  45109: 'shark-jaws', // Maneater
  369157: 'double-dragon', // Yakuza: Like a Dragon
  570074: 'turtle-shell', // Teenage Mutant Ninja Turtles: Shredder's Revenge
  579507: 'crow-dive', // Death's Door
  295020: 'snowflake-2', // Wasteland 3
  29236: 'fox-head', // Tunic
  471027: 't-brick', // Tetris Effect: Connected
  364942: 'box-unpacking', // Unpacking
  437049: 'soccer-ball', // FIFA 21
  28532: 'bear-face', // Banjo-Kazooie
  440086: 'brain-stem', // Scarlet Nexus
  50675: 'suspension-bridge', // Bridge Constructor Portal
  11025: 'trojan-horse', // Totally Accurate Battle Simulator
  428208: 'steam-locomotive', // Monster Train
  58540: 'minigun', // Serious Sam 4
  58809: 'coliseum', // The Forgotten City
  28473: 'parachute', // Medal of Honor: Airborne
  28495: 'alien-stare', // Perfect Dark
  8433: 'walking-turret', // Halo Wars 2
  4274: 'frog', // Zuma's Revenge!
  4398: 'cut-diamond', // Bejeweled 3
  61044: 'space-suit', // Breathedge
  15730: 'direction-signs', // The Pedestrian
  275606: 'guitar', // The Artful Escape
  530269: 'road', // Road 96
  54381: 'horned-skull', // Doom 64
  28437: 'jigsaw-piece', // Banjo-Tooie
  28628: 'gavel', // Gears of War: Judgment
  5717: 'fountain-pen', // Max: The Curse of Brotherhood
  3834: 'film-projector', // Contrast
  59796: 'coffee-cup', // Coffee Talk
  423947: 'broken-shield', // Mortal Shell
  428559: 'f1-car', // F1 2020
  28547: 'gold-bar', // Battlefield: Bad Company
  398409: 'western-hat', // Weird West
  616679: 'samurai-helmet', // Trek to Yomi
  650608: 'fairy-wand', // Nobody Saves the World
  412477: 'skull-crossed-bones', // Skul: The Hero Slayer
  302369: 'boombox', // Neon Abyss
  619806: 'paddle-steamer', // FAR: Changing Tides
  452657: 'strawberry', // Bugsnax
  471031: 'sunset', // As Dusk Falls
  300737: 'mecha-head', // The Riftbreaker
  428564: 'muscular-torso', // Crysis Remastered
  284674: 'hand-truck', // Totally Reliable Delivery Service
  327208: 'raise-zombie', // Zombie Army 4: Dead War
  326233: 'blade-drag', // Bleeding Edge
  428966: 'obelisk', // Paradise Killer
  427733: 'hanging-spider', // Kill It With Fire
  707256: 'bullseye', // Sniper Elite 5
  62359: 'egg-clutch', // Monster Sanctuary
  62505: 'saxophone', // Genesis Noir
  319120: 'pine-tree', // art of rally
  611184: 'aquarium', // I Am Fish
  319132: 'plane-pilot', // Project Wingman
  322240: 'jester-hat', // Crown Trick
  566454: 'alien-bug', // Aliens: Fireteam Elite
  647611: 'grass', // Lawn Mowing Simulator
  308098: 'fire-extinguisher', // Embr
  327203: 'mounted-knight', // Chivalry 2
  455599: 'missile-launcher', // Rocket Arena
  586208: 'checkered-flag', // F1 2021
  455598: 'perspective-dice-six-faces-three', // Lost in Random
  51079: 'rolling-energy', // Exo One
  327238: 'fedora', // Empire of Sin
  262437: 'skateboard', // SkateBIRD
  350126: 'imperial-crown', // Solasta: Crown of the Magister
  486727: 'ninja-mask', // Aragami 2
  614965: 'triceratops-head', // Jurassic World Evolution 2
  63845: 'raccoon-head', // Backbone
  402508: 'mailbox', // Lake
  638655: 'steering-wheel', // GRID Legends
  398412: 'grapple', // Naraka Bladepoint
  427971: 'circular-sawblade', // Disc Room
  681398: 'farm-tractor', // Farming Simulator 22
  618732: 'snowboard', // Shredders
  301528: 'dream-catcher', // Dreamscaper
  795370: 'key-lock', // Escape Academy
  678592: 'jellyfish', // A Memoir Blue
  437050: 'american-football-ball', // Madden NFL 21
  299615: 'processor', // Recompile
  620042: 'rolling-dices', // Citizen Sleeper
  650667: 'miner', // Eiyuden Chronicle: Rising
  62506: 'flame-claws', // Flynn: Son of Crimson
  322364: 'photo-camera', // Pupperazzi
  496649: 'goose', // Mighty Goose
  271414: 'harpoon-trident', // Olija
  248474: 'open-book', // Lost Words: Beyond the Page
  471033: 'hockey', // NHL 21
  370239: 'evil-book', // Infernax
  471028: 'mechanical-arm', // The Gunk
  587621: 'pirate-grave', // Loot River
  616673: 'fishing-boat', // Moonglow Bay
  326297: 'vampire-dracula', // Immortal Realms: Vampire Wars
  47525: 'castle', // Disneyland Adventures
  28399: 'spy', // Perfect Dark Zero
  9671: 'rock', // Rust
  18080: 'crowbar', // Half-Life
  19710: 'beam-satellite', // Half-Life 2: Episode One
  28589: 'spartan-helmet', // Halo 3
  28613: 'mountaintop', // Halo: Reach
  28627: 'defense-satellite', // Halo 4
  50566: 'heavy-rain', // Halo 3: ODST
  28448: 'energy-sword', // Halo: Combat Evolved
  10073: 'magic-swirl', // Divinity: Original Sin 2
  41490: 'star-altar', // Divinity: Original Sin
  18241: 'angel-wings', // DmC: Devil May Cry
  27978: 'penguin', // Donkey Kong Country: Tropical Freeze
  24170: 'gorilla', // Donkey Kong Country Returns
  9475: 'lantern-flame', // Don't Starve
  2454: 'diablo-skull', // DOOM (2016)
  4602: 'high-kick', // Bulletstorm
  18240: 'griffin-symbol', // Brothers: A Tale of Two Sons
  16787: 'school-bag', // Bully: Scholarship Edition
  24619: 'templar-shield', // Broken Sword: Shadow of the Templars - The Director's Cut
  355: 'crane', // Bridge Constructor
  10243: 'ushanka', // Company of Heroes 2
  18183: 'tank', // Company of Heroes
  14422: 'finger-print', // Condemned: Criminal Origins
  19627: 'periscope', // Commandos 2: Men of Courage
  18613: 'balaclava', // Counter-Strike: Condition Zero
  11934: 'uzi', // Counter-Strike: Source
  19301: 'time-bomb', // Counter-Strike
  34: 'totem-mask', // Crash Bandicoot N. Sane Trilogy
  28422: 'strong', // Crackdown
  51327: 'robot-helmet', // Mega Man 11
  4094: 'sword-clash', // Metal Gear Rising: Revengeance
  3192: 'horse-head', // Metal Gear Solid V: The Phantom Pain
  3747: 'radar-dish', // Metal Gear Solid V: Ground Zeroes
  3469: 'eyepatch', // Metal Gear Solid 4: Guns of the Patriots
  57607: 'snake', // Metal Gear Solid
  2518: 'colt-m1911', // Max Payne
  29153: 'rose', // Max Payne 2: The Fall of Max Payne
  4280: 'sunglasses', // Max Payne 3
  58134: 'spider-web', // Marvel's Spider-Man
  58859: 'thor-hammer', // Marvel's Avengers
  137: 'galaxy', // Mass Effect: Andromeda
  5342: 'medal', // Medal of Honor
  14625: 'siege-tower', // Medieval II: Total War
  4573: 'strongbox', // PAYDAY The Heist
  49: 'domino-mask', // Persona 5
  4186: 'tv', // Persona 4 Golden
  52215: 'speedometer', // Burnout Paradise Remastered
};

/** The nine profile pictures, profile1 to profile9: an animal of the guild, dressed for it. */
export const avatars: readonly Avatar[] = [
  { icon: 'owl', hue: 74, turn: -95, dress: 'ruff', motif: 'window', at: [128, 100, 138] },
  { icon: 'fox-head', hue: 44, turn: 190, dress: 'lapels', motif: 'moon', at: [128, 108, 178] },
  { icon: 'deer-head', hue: 152, turn: -70, dress: 'leaves', motif: 'pines', at: [128, 100, 160] },
  { icon: 'raven', hue: 262, turn: 55, dress: 'feathers', motif: 'moon', at: [120, 124, 190] },
  { icon: 'bear-head', hue: 24, turn: 210, dress: 'fur', motif: 'peaks', at: [108, 112, 178] },
  { icon: 'lion', hue: 88, turn: -70, dress: 'mantle', motif: 'sun', at: [128, 102, 164] },
  { icon: 'octopus', hue: 335, turn: -125, dress: 'ruff', motif: 'waves', at: [128, 98, 150] },
  { icon: 'lynx-head', hue: 198, turn: 75, dress: 'scarf', motif: 'stars', at: [128, 106, 172] },
  {
    icon: 'ram-profile',
    hue: 302,
    turn: -215,
    dress: 'gorget',
    motif: 'window',
    at: [124, 104, 160],
  },
];
