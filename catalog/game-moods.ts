/** The mood of a game. It decides the light, weather and horizon of the game's pictures. */
export type Mood =
  | 'bright'
  | 'warm'
  | 'wild'
  | 'cold'
  | 'grim'
  | 'eerie'
  | 'neon'
  | 'royal'
  | 'cosmic'
  | 'war';

/** The mood of each game by game id, chosen by hand. */
export const gameMoods: Readonly<Record<number, Mood>> = {
  3498: 'neon', // Grand Theft Auto V
  3328: 'royal', // The Witcher 3: Wild Hunt
  12020: 'grim', // Left 4 Dead 2
  3439: 'warm', // Life is Strange
  4291: 'war', // Counter-Strike: Global Offensive
  13536: 'bright', // Portal
  4062: 'royal', // BioShock Infinite
  1030: 'eerie', // Limbo
  5286: 'wild', // Tomb Raider (2013)
  11859: 'warm', // Team Fortress 2
  13537: 'grim', // Half-Life 2
  4286: 'eerie', // BioShock
  10213: 'royal', // Dota 2
  4459: 'grim', // Grand Theft Auto IV
  19103: 'cold', // Half-Life 2: Lost Coast
  4200: 'bright', // Portal 2
  4248: 'eerie', // Dishonored
  5679: 'cold', // The Elder Scrolls V: Skyrim
  3070: 'grim', // Fallout 4
  3939: 'warm', // PAYDAY 2
  422: 'bright', // Terraria
  3287: 'royal', // Batman: Arkham Knight
  4252: 'bright', // Mirror's Edge
  9767: 'eerie', // Hollow Knight
  3696: 'grim', // Wolfenstein: The New Order
  39: 'cold', // Prey
  4570: 'grim', // Dead Space
  4806: 'cosmic', // Mass Effect 2
  362: 'grim', // For Honor
  654: 'warm', // Stardew Valley
  5563: 'neon', // Fallout: New Vegas
  12536: 'eerie', // Hellblade: Senua's Sacrifice
  4166: 'cosmic', // Mass Effect
  864: 'eerie', // Dishonored 2
  257201: 'cosmic', // Star Wars Jedi: Fallen Order
  5525: 'neon', // Brutal Legend
  2361: 'bright', // Psychonauts
  923: 'cosmic', // Titanfall 2
  10065: 'bright', // Cities: Skylines
  2819: 'warm', // Firewatch
  22509: 'bright', // Minecraft
  23585: 'wild', // Far Cry 5
  1450: 'eerie', // INSIDE
  3556: 'eerie', // Alien: Isolation
  25: 'eerie', // Middle-earth: Shadow of War
  58616: 'royal', // Assassin's Creed Odyssey
  13627: 'royal', // Undertale
  28153: 'royal', // Assassin's Creed Origins
  8488: 'war', // Tom Clancy's Rainbow Six Siege
  998: 'war', // Battlefield 1
  2093: 'cosmic', // No Man's Sky
  9810: 'wild', // ARK: Survival Evolved
  17959: 'wild', // Ori and the Blind Forest: Definitive Edition
  28202: 'war', // Wolfenstein II: The New Colossus
  4639: 'royal', // Dragon Age: Origins
  58751: 'cosmic', // Halo Infinite
  58777: 'grim', // DOOM Eternal
  5562: 'grim', // Fallout 3
  4550: 'eerie', // Dead Space 2
  857: 'cosmic', // Halo: The Master Chief Collection
  6617: 'cold', // Quantum Break
  1774: 'warm', // Grim Fandango Remastered
  11726: 'eerie', // Dead Cells
  10419: 'wild', // Subnautica
  3842: 'war', // Battlefield 4
  1959: 'bright', // Goat Simulator
  15834: 'grim', // The Walking Dead: Season 2
  492: 'neon', // Yakuza 0
  274762: 'bright', // The Outer Worlds
  18336: 'eerie', // Alan Wake's American Nightmare
  58753: 'bright', // Forza Horizon 4
  50778: 'warm', // A Way Out
  17803: 'royal', // Ryse: Son of Rome
  11312: 'cold', // The Long Dark
  3554: 'eerie', // The Evil Within
  9966: 'eerie', // Dead by Daylight
  45821: 'cold', // Frostpunk
  3350: 'warm', // Broken Age
  50781: 'wild', // Sea of Thieves
  3052: 'cosmic', // STAR WARS Battlefront
  42187: 'bright', // The Sims 4
  274480: 'royal', // Mortal Kombat 11
  4397: 'war', // Battlefield 3
  4439: 'cosmic', // Mass Effect 3
  13820: 'wild', // The Elder Scrolls III: Morrowind
  15829: 'royal', // Pillars of Eternity
  5636: 'grim', // Rage
  58494: 'war', // Battlefield V
  4581: 'wild', // Crysis
  326252: 'grim', // Gears 5
  382: 'cold', // Sniper Elite 4
  28121: 'royal', // Slay the Spire
  38: 'royal', // Injustice 2
  6773: 'neon', // Sunset Overdrive
  4388: 'war', // Battlefield: Bad Company 2
  622492: 'bright', // Forza Horizon 5
  20760: 'royal', // FINAL FANTASY XIII
  58764: 'warm', // Outer Wilds
  455597: 'warm', // It Takes Two
  3090: 'neon', // Need for Speed
  58827: 'bright', // Overcooked! 2
  2830: 'warm', // Unravel
  17925: 'royal', // Fable Anniversary
  2354: 'bright', // Mirror's Edge Catalyst
  23702: 'neon', // Need for Speed Payback
  10125: 'wild', // Tom Clancy's Ghost Recon Wildlands
  616765: 'neon', // Marvel's Guardians of the Galaxy
  29173: 'eerie', // Dishonored: Death of the Outsider
  2255: 'grim', // 7 Days to Die
  29171: 'grim', // The Evil Within 2
  326251: 'neon', // Deathloop
  58585: 'grim', // Fallout 76
  11663: 'bright', // My Friend Pedro
  28615: 'grim', // Gears of War
  28631: 'royal', // Fable III
  19458: 'grim', // DOOM 3
  364806: 'neon', // Need for Speed Heat
  3838: 'neon', // Need for Speed Rivals
  2639: 'bright', // Day of the Tentacle Remastered
  244716: 'wild', // DiRT Rally 2.0
  3400: 'war', // Battlefield Hardline
  10436: 'bright', // Golf With Your Friends
  28619: 'grim', // Gears of War 2
  22162: 'warm', // Moonlighter
  54491: 'eerie', // Quake
  4520: 'eerie', // Alice: Madness Returns
  4154: 'cold', // Dead Space 3
  9831: 'wild', // Conan Exiles
  43: 'warm', // Full Throttle Remastered
  58385: 'neon', // Rage 2
  28580: 'royal', // Dragon Age 2
  3134: 'grim', // Wasteland 2: Director's Cut
  5390: 'neon', // Burnout Paradise
  9811: 'grim', // DayZ
  1854: 'warm', // Costume Quest
  8278: 'grim', // Gears of War 4
  28632: 'grim', // Gears of War 3
  58835: 'neon', // Yakuza Kiwami 2
  11460: 'cosmic', // ASTRONEER
  441738: 'neon', // The Ascent
  4125: 'wild', // Crysis 3
  28608: 'warm', // Fable II
  43734: 'grim', // State of Decay 2
  49225: 'neon', // DRAGON BALL FighterZ
  8444: 'cosmic', // Halo 5: Guardians
  4489: 'neon', // Crysis 2
  440079: 'wild', // DiRT 5
  42060: 'wild', // Wreckfest
  257192: 'bright', // Psychonauts 2
  11729: 'bright', // Gang Beasts
  44029: 'warm', // My Time At Portia
  397473: 'grim', // Back 4 Blood
  327227: 'cosmic', // Outriders
  455532: 'cosmic', // Star Wars: Squadrons
  327219: 'bright', // Superliminal
  45109: 'wild', // Maneater
  369157: 'neon', // Yakuza: Like a Dragon
  570074: 'bright', // Teenage Mutant Ninja Turtles: Shredder's Revenge
  579507: 'cold', // Death's Door
  295020: 'cold', // Wasteland 3
  29236: 'wild', // Tunic
  471027: 'neon', // Tetris Effect: Connected
  364942: 'warm', // Unpacking
  437049: 'bright', // FIFA 21
  28532: 'bright', // Banjo-Kazooie
  440086: 'neon', // Scarlet Nexus
  50675: 'bright', // Bridge Constructor Portal
  11025: 'bright', // Totally Accurate Battle Simulator
  428208: 'warm', // Monster Train
  58540: 'war', // Serious Sam 4
  58809: 'warm', // The Forgotten City
  28473: 'war', // Medal of Honor: Airborne
  28495: 'neon', // Perfect Dark
  8433: 'cosmic', // Halo Wars 2
  4274: 'bright', // Zuma's Revenge!
  4398: 'bright', // Bejeweled 3
  61044: 'cold', // Breathedge
  15730: 'bright', // The Pedestrian
  275606: 'neon', // The Artful Escape
  530269: 'warm', // Road 96
  54381: 'grim', // Doom 64
  28437: 'bright', // Banjo-Tooie
  28628: 'grim', // Gears of War: Judgment
  5717: 'warm', // Max: The Curse of Brotherhood
  3834: 'neon', // Contrast
  59796: 'warm', // Coffee Talk
  423947: 'grim', // Mortal Shell
  428559: 'bright', // F1 2020
  28547: 'war', // Battlefield: Bad Company
  398409: 'grim', // Weird West
  616679: 'grim', // Trek to Yomi
  650608: 'bright', // Nobody Saves the World
  412477: 'grim', // Skul: The Hero Slayer
  302369: 'neon', // Neon Abyss
  619806: 'wild', // FAR: Changing Tides
  452657: 'bright', // Bugsnax
  471031: 'warm', // As Dusk Falls
  300737: 'wild', // The Riftbreaker
  428564: 'wild', // Crysis Remastered
  284674: 'bright', // Totally Reliable Delivery Service
  327208: 'grim', // Zombie Army 4: Dead War
  326233: 'neon', // Bleeding Edge
  428966: 'neon', // Paradise Killer
  427733: 'wild', // Kill It With Fire
  707256: 'war', // Sniper Elite 5
  62359: 'warm', // Monster Sanctuary
  62505: 'warm', // Genesis Noir
  319120: 'warm', // art of rally
  611184: 'bright', // I Am Fish
  319132: 'war', // Project Wingman
  322240: 'eerie', // Crown Trick
  566454: 'eerie', // Aliens: Fireteam Elite
  647611: 'bright', // Lawn Mowing Simulator
  308098: 'bright', // Embr
  327203: 'royal', // Chivalry 2
  455599: 'bright', // Rocket Arena
  586208: 'bright', // F1 2021
  455598: 'eerie', // Lost in Random
  51079: 'cold', // Exo One
  327238: 'warm', // Empire of Sin
  262437: 'bright', // SkateBIRD
  350126: 'royal', // Solasta: Crown of the Magister
  486727: 'eerie', // Aragami 2
  614965: 'wild', // Jurassic World Evolution 2
  63845: 'grim', // Backbone
  402508: 'warm', // Lake
  638655: 'neon', // GRID Legends
  398412: 'royal', // Naraka Bladepoint
  427971: 'neon', // Disc Room
  681398: 'warm', // Farming Simulator 22
  618732: 'cold', // Shredders
  301528: 'eerie', // Dreamscaper
  795370: 'bright', // Escape Academy
  678592: 'wild', // A Memoir Blue
  437050: 'bright', // Madden NFL 21
  299615: 'neon', // Recompile
  620042: 'cosmic', // Citizen Sleeper
  650667: 'bright', // Eiyuden Chronicle: Rising
  62506: 'wild', // Flynn: Son of Crimson
  322364: 'bright', // Pupperazzi
  496649: 'bright', // Mighty Goose
  271414: 'wild', // Olija
  248474: 'royal', // Lost Words: Beyond the Page
  471033: 'cold', // NHL 21
  370239: 'eerie', // Infernax
  471028: 'wild', // The Gunk
  587621: 'eerie', // Loot River
  616673: 'warm', // Moonglow Bay
  326297: 'eerie', // Immortal Realms: Vampire Wars
  47525: 'bright', // Disneyland Adventures
  28399: 'neon', // Perfect Dark Zero
  9671: 'grim', // Rust
  18080: 'cold', // Half-Life
  19710: 'cosmic', // Half-Life 2: Episode One
  28589: 'cosmic', // Halo 3
  28613: 'cosmic', // Halo: Reach
  28627: 'cosmic', // Halo 4
  50566: 'war', // Halo 3: ODST
  28448: 'cosmic', // Halo: Combat Evolved
  10073: 'royal', // Divinity: Original Sin 2
  41490: 'royal', // Divinity: Original Sin
  18241: 'neon', // DmC: Devil May Cry
  27978: 'cold', // Donkey Kong Country: Tropical Freeze
  24170: 'bright', // Donkey Kong Country Returns
  9475: 'eerie', // Don't Starve
  2454: 'grim', // DOOM (2016)
  4602: 'neon', // Bulletstorm
  18240: 'warm', // Brothers: A Tale of Two Sons
  16787: 'warm', // Bully: Scholarship Edition
  24619: 'warm', // Broken Sword: Shadow of the Templars - The Director's Cut
  355: 'bright', // Bridge Constructor
  10243: 'cold', // Company of Heroes 2
  18183: 'war', // Company of Heroes
  14422: 'grim', // Condemned: Criminal Origins
  19627: 'warm', // Commandos 2: Men of Courage
  18613: 'grim', // Counter-Strike: Condition Zero
  11934: 'war', // Counter-Strike: Source
  19301: 'cold', // Counter-Strike
  34: 'bright', // Crash Bandicoot N. Sane Trilogy
  28422: 'neon', // Crackdown
  51327: 'bright', // Mega Man 11
  4094: 'neon', // Metal Gear Rising: Revengeance
  3192: 'war', // Metal Gear Solid V: The Phantom Pain
  3747: 'cold', // Metal Gear Solid V: Ground Zeroes
  3469: 'war', // Metal Gear Solid 4: Guns of the Patriots
  57607: 'war', // Metal Gear Solid
  2518: 'grim', // Max Payne
  29153: 'grim', // Max Payne 2: The Fall of Max Payne
  4280: 'war', // Max Payne 3
  58134: 'royal', // Marvel's Spider-Man
  58859: 'royal', // Marvel's Avengers
  137: 'cosmic', // Mass Effect: Andromeda
  5342: 'war', // Medal of Honor
  14625: 'royal', // Medieval II: Total War
  4573: 'war', // PAYDAY The Heist
  49: 'neon', // Persona 5
  4186: 'bright', // Persona 4 Golden
  52215: 'neon', // Burnout Paradise Remastered
};
