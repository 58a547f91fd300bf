-- What follows is the same for all schemas. Fields have the names of ./bus tap --where, with "sbe." before them.
local frame = Proto("verbus", "Verbus frame")
local sbe = Proto("sbe", "SBE message")
local NO_TIME = "-9223372036854775808"
local FRAME_LENGTH = 32
local MAX_ENTRIES = 1048576

local header = {
  session = ProtoField.uint64("verbus.session", "session", base.HEX),
  sequence = ProtoField.uint64("verbus.sequence", "sequence"),
  message = ProtoField.uint32("verbus.message", "message in its packet"),
  published = ProtoField.int64("verbus.published", "published"),
  symbol = ProtoField.string("verbus.symbol", "symbol"),
}
frame.fields = header
local malformed = ProtoExpert.new("sbe.malformed", "not decoded", expert.group.MALFORMED, expert.severity.ERROR)
sbe.experts = { malformed }

-- Of each type: its size in bytes, and the methods that read it in big and in little endian.
local types = {
  char = { 1, "uint", "le_uint" }, uint8 = { 1, "uint", "le_uint" }, int8 = { 1, "int", "le_int" },
  uint16 = { 2, "uint", "le_uint" }, int16 = { 2, "int", "le_int" },
  uint32 = { 4, "uint", "le_uint" }, int32 = { 4, "int", "le_int" },
  uint64 = { 8, "uint64", "le_uint64" }, int64 = { 8, "int64", "le_int64" },
  float = { 4, "float", "le_float" }, double = { 8, "float", "le_float" },
}

local function read(of, buf, at)
  local type = types[of.type]
  local range = buf(at, type[1])
  return range[of.little and type[3] or type[2]](range)
end

-- An integer as all its digits.
local function digits(value)
  return type(value) == "number" and string.format("%d", value) or tostring(value)
end

local function integer(of, buf, at)
  return tonumber(digits(read(of, buf, at + of.at)))
end

local function isReal(f)
  return f.type == "float" or f.type == "double"
end

-- The text of a number, and its value; nil for null.
local function number(f, buf, at)
  local value = read(f, buf, at)
  if not isReal(f) then
    local text = digits(value)
    if text == f.null then return nil end
    return text, f.type ~= "uint64" and type(value) == "number" and Int64(value) or value
  end
  if value ~= value then
    if f.null == "NaN" then return nil end
    return "NaN", value
  end
  if value == tonumber(f.null) then return nil end
  if value == math.huge or value == -math.huge then return value > 0 and "Infinity" or "-Infinity", value end
  return string.format(f.type == "float" and "%.9g" or "%.17g", value), value
end

-- The digits of an integer with a decimal point, as text.
local function decimal(text, exponent)
  if exponent < -128 or exponent > 127 then return text .. "e" .. exponent end
  if exponent >= 0 then return text == "0" and text or text .. string.rep("0", exponent) end
  local sign, rest = text:match("^(-?)(%d+)$")
  rest = string.rep("0", 1 - exponent - #rest) .. rest
  return sign .. rest:sub(1, exponent - 1) .. "." .. rest:sub(exponent)
end

local function need(buf, at, length)
  if length < 0 or at + length > buf:len() then error({ "the message is cut off" }) end
end

-- Adds a field to a tree. Wireshark prints texts and integers; of other numbers and bytes it would not print all.
local function add(tree, f, range, text, value)
  if text == nil then
    tree:add(range, f.name .. ": null")
  elseif value == nil then
    tree:add(f.proto, range):set_text(f.name .. ": " .. text)
  else
    local item = tree:add(f.proto, range, value)
    if type(value) == "number" then item:set_text(f.name .. ": " .. text) end
  end
end

-- A text for Wireshark, which would end it at a NUL: each is U+2400, the symbol for it.
local function addText(tree, f, buf, at, size)
  local range = buf(at, size)
  local text = size == 0 and "" or range:string(_G["ENC_" .. f.charset] or ENC_ISO_8859_1):gsub("%z", "\226\144\128")
  add(tree, f, range, text, text)
end

local function addBytes(tree, f, buf, at, size)
  local hex = size == 0 and "" or buf:raw(at, size):gsub(".", function(c) return string.format("%02x", c:byte()) end)
  add(tree, f, buf(at, size), hex)
end

local addFields

-- A field that is newer than the message, or after the end of its block.
local function isAbsent(f, at, place)
  return f.since > place.version or f.kind ~= "constant" and at + f.at + f.size > place.blockEnd
end

-- Of each kind of field: adds one that is in the message.
local kinds = {
  number = function(tree, f, buf, at)
    add(tree, f, buf(at, f.size), number(f, buf, at))
  end,
  scaled = function(tree, f, buf, at, place)
    local text = number(f, buf, at)
    text = text and decimal(text, place[f.exponent])
    add(tree, f, buf(at, f.size), text, tonumber(text))
  end,
  decimal = function(tree, f, buf, at, place)
    local parts = {}
    for _, part in ipairs(f.fields) do
      if not isAbsent(part, at, place) then
        parts[part.name] = part.kind == "constant" and part.text or number(part, buf, at + part.at)
      end
    end
    local text = parts.mantissa and parts.exponent and decimal(parts.mantissa, tonumber(parts.exponent)) or nil
    add(tree, f, buf(at, f.size), text, tonumber(text))
  end,
  enum = function(tree, f, buf, at)
    local code = digits(read(f, buf, at))
    local name = f.names[code]
    if not name and code ~= f.null and (f.type ~= "char" or code ~= "0") then
      name = f.type == "char" and buf(at, 1):string(ENC_ISO_8859_1) or code
    end
    add(tree, f, buf(at, f.size), name, name)
  end,
  set = function(tree, f, buf, at)
    local bits, names = {}, {}
    for i = 0, 8 * f.size - 1 do
      local byte = buf(at + (f.little and math.floor(i / 8) or f.size - 1 - math.floor(i / 8)), 1):uint()
      bits[i] = math.floor(byte / 2 ^ (i % 8)) % 2 == 1
    end
    for _, choice in ipairs(f.names) do
      if bits[choice[1]] then names[#names + 1] = choice[2] end
      bits[choice[1]] = false
    end
    for i = 0, 8 * f.size - 1 do
      if bits[i] then names[#names + 1] = "bit " .. i end
    end
    local text = table.concat(names, "|")
    add(tree, f, buf(at, f.size), text, text)
  end,
  text = function(tree, f, buf, at)
    local size = (buf:raw(at, f.size):find("\0", 1, true) or f.size + 1) - 1
    while size > 0 and buf(at + size - 1, 1):uint() == 32 do size = size - 1 end
    if buf(at, 1):uint() == 0 then
      add(tree, f, buf(at, f.size), nil)
    else
      addText(tree, f, buf, at, size)
    end
  end,
  bytes = function(tree, f, buf, at)
    addBytes(tree, f, buf, at, f.size)
  end,
  array = function(tree, f, buf, at)
    local size = types[f.type][1]
    for i = at, at + f.size - size, size do
      add(tree, f, buf(i, size), number(f, buf, i))
    end
  end,
}

function addFields(tree, fields, buf, at, place)
  for _, f in ipairs(fields) do
    local range = (f.size == 0 or isAbsent(f, at, place)) and buf(place.block, 0) or buf(at + f.at, f.size)
    if f.kind == "composite" and f.since <= place.version then
      addFields(tree:add(range, f.name), f.fields, buf, at + f.at, place)
    elseif isAbsent(f, at, place) then
      add(tree, f, range, nil)
    elseif f.kind == "constant" then
      add(tree, f, range, f.text, f.text)
    else
      kinds[f.kind](tree, f, buf, at + f.at, place)
    end
  end
end

-- Adds a block, its groups and its variable data. Returns their end.
local function addBlock(tree, block, buf, at, length, place)
  need(buf, at, length)
  place.block, place.blockEnd = at, at + length
  addFields(tree, block.fields, buf, at, place)
  at = at + length
  for _, group in ipairs(block.groups) do
    if group.since > place.version then
      tree:add(buf(at, 0), group.name .. ": 0 entries")
    else
      need(buf, at, group.size)
      local entryLength, entries = integer(group.length, buf, at), integer(group.count, buf, at)
      place.entries = place.entries + entries
      if place.entries > MAX_ENTRIES then error({ group.name .. " has " .. entries .. " entries" }) end
      tree:add(buf(at, group.size), group.name .. ": " .. entries .. " entries")
      at = at + group.size
      for i = 0, entries - 1 do
        need(buf, at, entryLength)
        local entry = tree:add(buf(at, entryLength), group.name .. "[" .. i .. "]")
        local finish = addBlock(entry, group, buf, at, entryLength, place)
        entry:set_len(finish - at)
        at = finish
      end
    end
  end
  for _, data in ipairs(block.data) do
    if data.since > place.version then
      add(tree, data, buf(at, 0), nil)
    else
      need(buf, at, data.size)
      local size = integer(data.length, buf, at)
      at = at + data.size
      need(buf, at, size);
      (data.kind == "text" and addText or addBytes)(tree, data, buf, at, size)
      at = at + size
    end
  end
  return at
end

local known = { template = { kind = "string", proto = ProtoField.string("sbe.template", "template") } }

-- Fields of one path share a name if they have one kind of values; else the name has that of the template before it.
local function proto(path, kind, template)
  local name = path:gsub("[^%w_.-]", "_")
  if known[name] and known[name].kind ~= kind then name = template .. "." .. name end
  known[name] = known[name] or { kind = kind, proto = ProtoField[kind]("sbe." .. name, name:match("[^.]+$")) }
  return known[name].proto
end

local function kindOf(f)
  if f.kind == "number" or f.kind == "array" then
    return isReal(f) and "double" or f.type == "uint64" and "uint64" or "int64"
  end
  return (f.kind == "scaled" or f.kind == "decimal") and "double" or f.kind == "bytes" and "bytes" or "string"
end

local function register(block, path, template)
  for _, f in ipairs(block.fields) do
    if f.kind == "composite" then
      register(f, path .. f.name .. ".", template)
    else
      f.proto = proto(path .. f.name, kindOf(f), template)
    end
  end
  for _, group in ipairs(block.groups or {}) do register(group, path .. group.name .. ".", template) end
  for _, data in ipairs(block.data or {}) do data.proto = proto(path .. data.name, kindOf(data), template) end
end

local headerNames = { "blockLength", "templateId", "schemaId", "version" }
for _, schema in ipairs(schemas) do
  for _, name in ipairs(headerNames) do
    schema.header[name].proto = proto("header." .. name, "int64")
    schema.header[name].kind, schema.header[name].name = "number", name
  end
  schema.byId = {}
  for _, message in ipairs(schema.messages) do
    register(message, "", message.name)
    schema.byId[message.id] = message
  end
end
local protos = {}
for _, one in pairs(known) do protos[#protos + 1] = one.proto end
sbe.fields = protos

-- The first schema with the id that the message has in that schema's own header.
local function find(buf)
  for _, schema in ipairs(schemas) do
    if schema.size <= buf:len() and integer(schema.header.schemaId, buf, 0) == schema.id then
      return schema
    end
  end
end

local function addMessage(buf, pinfo, tree, exponents)
  local schema = find(buf)
  if not schema then error({ "no schema of this dissector describes the message" }) end
  local headerTree = tree:add(buf(0, schema.size), "header")
  for _, name in ipairs(headerNames) do
    kinds.number(headerTree, schema.header[name], buf, schema.header[name].at)
  end
  local function of(name) return integer(schema.header[name], buf, 0) end
  local message = schema.byId[of("templateId")]
  if not message then
    error({ "schema " .. schema.id .. " has no message with the template id " .. of("templateId") })
  end
  tree:add(known.template.proto, buf(0, schema.size), message.name)
  pinfo.cols.info:prepend(message.name .. " ")
  addBlock(tree, message, buf, schema.size, of("blockLength"), { version = of("version"), entries = 0,
    price = exponents.price, quantity = exponents.quantity })
end

local function addMessageOrReason(buf, pinfo, root, exponents)
  local tree = root:add(sbe, buf())
  local isWhole, reason = pcall(addMessage, buf, pinfo, tree, exponents)
  if not isWhole then
    tree:add_proto_expert_info(malformed, type(reason) == "table" and reason[1] or tostring(reason))
  end
end

function frame.dissector(buf, pinfo, root)
  pinfo.cols.protocol = "Verbus"
  local symbolLength = buf:len() >= FRAME_LENGTH and buf(3, 1):uint() or 0
  if buf:len() <= FRAME_LENGTH + symbolLength or buf(0, 1):uint() ~= 1 then
    root:add(frame, buf(), "not a frame of a capture of this version of Verbus")
    return buf:len()
  end
  local tree = root:add(frame, buf(0, FRAME_LENGTH + symbolLength))
  tree:add_le(header.session, buf(8, 8))
  tree:add_le(header.sequence, buf(16, 8))
  tree:add_le(header.message, buf(4, 4))
  if tostring(buf(24, 8):le_int64()) ~= NO_TIME then tree:add_le(header.published, buf(24, 8)) end
  pinfo.cols.info = ""
  if symbolLength > 0 then
    tree:add(header.symbol, buf(FRAME_LENGTH, symbolLength))
    pinfo.cols.info = buf(FRAME_LENGTH, symbolLength):string(ENC_UTF_8)
  end
  addMessageOrReason(buf(FRAME_LENGTH + symbolLength):tvb(), pinfo, root,
    { price = buf(1, 1):int(), quantity = buf(2, 1):int() })
  return buf:len()
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, frame)
